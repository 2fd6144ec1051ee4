import { access, constants, mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { heldLocks } from '../../jobs/locks.ts';
import { rolesOf } from '../../services/identity/roles.ts';
import { type Labels, type Language, TaxopsError } from '../../services/kernel/errors.ts';
import { packageVersion } from '../../services/kernel/package-file.ts';
import type { Context } from '../../services/operation/context.ts';
import { examineKeys, unreadableRows } from '../../services/secrets/key-ring.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, maybe, sentence, words } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';
import { keySource } from '../program/key-source.ts';
import { backupFinding } from './backup-check.ts';
import { channelFinding, PARTNERS } from './channel-check.ts';
import { loginFinding } from './login-check.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const STATES = ['ok', 'warning', 'failed'] as const;
type State = (typeof STATES)[number];

export interface Finding {
  readonly state: State;
  readonly value: string;
  readonly fix?: Labels | undefined;
}

const Check = z.object({
  Check: from('name', words('Contrôle')),
  State: choice(STATES, 'État'),
  Value: sentence('Valeur'),
  Fix: computed(maybe(words('Remède', 'sentence')), ({ fix }: Finding) => fix),
});

interface Examination {
  readonly name: Labels;
  /** What comes after it can only be looked at when it did not fail. */
  readonly isGround?: boolean;
  readonly examine: (ctx: Context) => Promise<Finding>;
}

const FREE_BYTES_WANTED = 1024 ** 3;
const CLOCK_SKEW_MS = 60_000;
const PRIVATE: Labels = { en: 'private', fr: 'privé' };

const EXAMINATIONS: readonly Examination[] = [
  { name: { en: 'taxops', fr: 'taxops' }, examine: async () => ({ state: 'ok', value: packageVersion() }) },
  { name: { en: 'Node', fr: 'Node' }, examine: async (ctx) => nodeFinding(process.version, ctx.clock.now()) },
  {
    name: { en: 'Roles', fr: 'Rôles' },
    examine: async ({ settings }) => ({ state: 'ok', value: rolesText(rolesOf(settings)) }),
  },
  { name: { en: 'Login', fr: 'Connexion' }, examine: async (ctx) => loginFinding(ctx) },
  {
    name: { en: 'Data folder', fr: 'Dossier des données' },
    examine: async ({ settings }) => {
      const home = settings.home.value ?? '';
      try {
        await mkdir(home, { recursive: true, mode: 0o700 });
        await access(home, constants.W_OK);
        return (await openToOthers(home)) ?? { state: 'ok', value: home };
      } catch (error) {
        const reason = (error as NodeJS.ErrnoException).code ?? '';
        return {
          state: 'failed',
          value: `${home}: ${reason}`,
          fix: {
            en: 'Set TAXOPS_HOME to a folder that you may write.',
            fr: 'Indiquez dans TAXOPS_HOME un dossier où vous pouvez écrire.',
          },
        };
      }
    },
  },
  {
    name: { en: 'Free space', fr: 'Place libre' },
    examine: async ({ settings, language }) => {
      const { bavail, bsize } = await statfs(settings.home.value ?? '/');
      const free = bavail * bsize;
      const value = `${Math.floor(free / 1024 ** 2)} ${language === 'fr' ? 'Mio' : 'MiB'}`;
      if (free >= FREE_BYTES_WANTED) return { state: 'ok', value };
      return {
        state: 'warning',
        value,
        fix: {
          en: 'Free some space: imports need about three times the size of the file.',
          fr: 'Libérez de la place : un import demande environ trois fois la taille du fichier.',
        },
      };
    },
  },
  {
    name: { en: 'Database', fr: 'Base de données' },
    isGround: true,
    examine: async (ctx) => {
      const { rows } = await (await ctx.db()).knex.raw(`select current_setting('server_version') as version`);
      return {
        state: 'ok',
        value: `PostgreSQL ${rows[0].version}, ${ctx.settings.databaseUrl.value ? 'TAXOPS_DATABASE_URL' : PRIVATE[ctx.language]}`,
      };
    },
  },
  {
    name: { en: 'Migrations', fr: 'Migrations' },
    examine: async (ctx) => {
      const { current, wanted, pending } = await (await ctx.db()).schemaState();
      if (pending.length === 0) return { state: 'ok', value: `${current}` };
      return {
        state: 'failed',
        value: `${current} < ${wanted}`,
        fix: { en: 'Run: taxops db migrate', fr: 'Exécutez : taxops db migrate' },
      };
    },
  },
  {
    name: { en: 'Secret key', fr: 'Clé secrète' },
    examine: async (ctx) => {
      const { knex } = await ctx.db();
      const source = keySource(ctx.settings);
      const box = await examineKeys(knex, source, SEALED_COLUMNS);
      if (!box) return { state: 'ok', value: '0' };
      const unreadable = await unreadableRows(knex, box, SEALED_COLUMNS);
      const value = `${box.ids.join(', ')} (${source.place})`;
      if (unreadable === 0) return { state: 'ok', value };
      return {
        state: 'warning',
        value: `${value}: ${unreadable} ≠`,
        fix: {
          en: 'So many rows are under a key that is not given: add it to TAXOPS_SECRET_KEY, after the present one, and run: taxops secrets rotate',
          fr: 'Autant de lignes sont sous une clé qui n’est pas donnée : ajoutez-la à TAXOPS_SECRET_KEY, après la clé actuelle, et exécutez : taxops secrets rotate',
        },
      };
    },
  },
  { name: { en: 'Backup', fr: 'Sauvegarde' }, examine: backupFinding },
  {
    name: { en: 'Queue', fr: 'File d’attente' },
    examine: async (ctx) => {
      const held = await heldLocks((await ctx.db()).knex);
      const value = held
        .map(({ worker, host, items, since }) => `${worker} (${host ?? '?'}): ${items}, ${since}`)
        .join('; ');
      if (!held.some(({ isSilent }) => isSilent)) return { state: 'ok', value: value || '0' };
      return {
        state: 'warning',
        value,
        fix: {
          en: 'A worker is gone and still holds items. Run: taxops job unlock',
          fr: 'Un travailleur disparu tient encore des éléments. Exécutez : taxops job unlock',
        },
      };
    },
  },
  {
    name: { en: 'Clock', fr: 'Horloge' },
    examine: async (ctx) => {
      const { rows } = await (await ctx.db()).knex.raw(
        'select now() as now, (select at from audit_entry order by id desc limit 1) as last',
      );
      const now = Date.parse(ctx.clock.now());
      const skew = Math.abs(Date.parse(rows[0].now) - now);
      if (rows[0].last !== null && Date.parse(rows[0].last) - now > CLOCK_SKEW_MS) return fromTheFuture(rows[0].last);
      if (skew <= CLOCK_SKEW_MS) return { state: 'ok', value: `${skew} ms` };
      return {
        state: 'warning',
        value: `${skew} ms`,
        fix: {
          en: 'The database and this machine disagree on the time: set both by NTP.',
          fr: 'La base et cette machine ne sont pas à la même heure : réglez les deux par NTP.',
        },
      };
    },
  },
  ...PARTNERS.map((partner) => ({
    name: { en: partner, fr: partner },
    examine: (ctx: Context) => channelFinding(ctx, partner),
  })),
];

/** Last days of support of the releases that the program runs on, as nodejs.org publishes them. */
const NODE_ENDS: Readonly<Record<string, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };

/** A release past its end gets no correction of security any more. */
export function nodeFinding(version: string, now: string): Finding {
  const end = NODE_ENDS[version.replace(/^v(\d+).*/, '$1')];
  if (end === undefined || now.slice(0, 10) <= end) return { state: 'ok', value: version };
  return {
    state: 'warning',
    value: version,
    fix: {
      en: `Its corrections ended on ${end}: install Node 24.`,
      fr: `Ses corrections ont cessé le ${end} : installez Node 24.`,
    },
  };
}

const rolesText = (roles: ReadonlyMap<string, ReadonlySet<string>>): string =>
  [...roles].map(([role, rights]) => `${role}: ${[...rights].join(' ')}`).join('; ');

export const doctor = defineOperation({
  id: 'operator.doctor',
  summary: {
    en: 'Check this installation and say how to fix it',
    fr: 'Vérifier cette installation et dire comment la réparer',
  },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/doctor' },
  audited: false,
  cli: { path: ['doctor'], examples: ['taxops doctor', 'taxops doctor --json'] },
  output: z.array(Check),
  outcome: (checks) => (checks.some(({ State }) => State === 'failed') ? 'refused' : 'done'),
  run: async (ctx) => {
    const checks: (Finding & { readonly name: Labels })[] = [];
    for (const { name, isGround, examine } of EXAMINATIONS) {
      const finding = await examine(ctx).catch((error) => failed(error, ctx.language));
      checks.push({ name, ...finding });
      if (isGround && finding.state === 'failed') break;
    }
    return checks;
  },
});

function failed(error: unknown, language: Language): Finding {
  if (!(error instanceof TaxopsError)) return { state: 'failed', value: (error as Error).message };
  return {
    state: 'failed',
    value: error.text(language),
    fix: { en: error.hint('en') ?? '', fr: error.hint('fr') ?? '' },
  };
}

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o077;

/** A folder that others may write is one whose key and database they may replace. */
async function openToOthers(home: string): Promise<Finding | undefined> {
  const modeOf = async (path: string) => ((await stat(path).catch(() => undefined))?.mode ?? 0) & 0o777;
  const key = join(home, 'secret.key');
  const [folderMode, keyMode] = [await modeOf(home), await modeOf(key)];
  const [path, mode, wanted] = folderMode & OTHERS_WRITE ? [home, folderMode, '700'] : [key, keyMode, '600'];
  if (!(folderMode & OTHERS_WRITE) && !(keyMode & OTHERS_READ)) return undefined;
  return {
    state: 'warning',
    value: `${path}: ${mode.toString(8).padStart(4, '0')}`,
    fix: {
      en: `Others on this machine may change or read it. Run: chmod ${wanted} ${path}`,
      fr: `D’autres sur cette machine peuvent le modifier ou le lire. Exécutez : chmod ${wanted} ${path}`,
    },
  };
}

const fromTheFuture = (last: string): Finding => ({
  state: 'warning',
  value: `< ${last}`,
  fix: {
    en: 'The clock of this machine is before the last entry of the audit log: due dates and filings would be dated wrong. Set it by NTP.',
    fr: 'L’horloge de cette machine est avant la dernière entrée du journal d’audit : échéances et dépôts seraient mal datés. Réglez-la par NTP.',
  },
});
