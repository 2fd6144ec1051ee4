import * as z from 'zod';
import { verifyAudit } from '../../services/audit/audit.ts';
import { keepHead, readHead } from '../../services/audit/head.ts';
import { listAudit } from '../../services/audit/list.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { day, identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { int, long, maybe, moment, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';
import { inWords } from '../render/in-words.ts';

export const auditVerify = defineOperation({
  id: 'operator.audit.verify',
  summary: {
    en: 'Check that the audit log is whole and unchanged',
    fr: 'Vérifier que le journal d’audit est entier et intact',
  },
  description:
    'Seals what is new, then computes the whole chain of hashes again and looks for the head that TAXOPS_AUDIT_HEAD keeps outside of the database (serve renews it every 10 s): it proves that the end was not cut off. Missing counts the entries that it proves and that are gone. After a restore of an older backup, put the file aside.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'POST', path: '/api/operator/audit/verify' },
  audited: false,
  cli: { path: ['audit', 'verify'], examples: ['taxops audit verify', 'taxops audit verify --json'] },
  output: z.object({
    Entries: int('Écritures'),
    Unsealed: int('Non scellées'),
    BrokenAt: maybe(long('Rompue à')),
    LastHash: text('Dernière empreinte'),
    Missing: int('Manquantes'),
  }),
  outcome: ({ BrokenAt, Missing }) => (BrokenAt === null && Missing === 0 ? 'done' : 'refused'),
  errors: ['AuditHeadUnreadable'],
  run: async (ctx) => {
    const db = await ctx.db();
    const file = ctx.settings.auditHead.value;
    const report = await verifyAudit(db, file === undefined ? undefined : await readHead(file));
    if (file !== undefined) await keepHead(db, file);
    return report;
  },
});

const Line = z.object({
  Id: long('Id'),
  At: moment('Moment'),
  Actor: text('Qui'),
  Operation: text('Opération'),
  FolderId: maybe(int('Dossier')),
  Outcome: text('Issue'),
  Details: headed(maybe(z.record(z.string(), z.unknown())), 'Détails'),
});

const FRENCH: Readonly<Record<string, string>> = {
  rows: 'lignes',
  file: 'fichier',
  takenAt: 'prise le',
  schemaVersion: 'schéma',
  user: 'pour',
  folders: 'dossiers',
  rights: 'droits',
  expiresIn: 'durée en secondes',
  begun: 'commencé',
  done: 'fait',
  changed: 'modifié',
};

/** Each row before and after, which `changes` holds, is for programs. */
const detailsOf = (details: z.output<typeof Line>['Details'], language: Language): string =>
  Object.entries(details ?? {})
    .filter(([name]) => name !== 'changes')
    .map(([name, value]) => (language === 'fr' ? `${FRENCH[name] ?? name} : ${value}` : `${inWords(name)}: ${value}`))
    .join(', ');

export const auditList = defineOperation({
  id: 'operator.audit.list',
  summary: { en: 'Read the audit log', fr: 'Lire le journal d’audit' },
  description:
    'The newest first. An entry whose outcome is "changed" was written by the database in the transaction of the change: Details names the table and gives each row before and after, secrets masked; of more than 20 rows it gives their number. Next goes into before for the next page.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/audit' },
  audited: false,
  cli: {
    path: ['audit', 'list'],
    examples: [
      'taxops audit list --operation company --from 2026-11-01',
      'taxops audit list --of-folder 12 --who anne --json',
    ],
  },
  query: z.object({
    ofFolder: identifier().optional().describe('Entries about this folder'),
    who: z.string().trim().min(1).max(200).optional().describe('Part of the name of who acted'),
    operation: z.string().trim().min(1).max(200).optional().describe('Operation, or what its name begins with: vat'),
    from: day().optional().describe('First day, in Paris'),
    to: day().optional().describe('Last day, in Paris'),
    before: z.int().min(1).optional().describe('Entries before this one: Next of the page before'),
    limit: z.int().min(1).max(1000).default(50),
  }),
  output: z.object({ Items: z.array(Line), Next: maybe(long('Suite')) }),
  view: ({ Items, Next }, language) => [
    {
      kind: 'table',
      columns: [
        ...['Id', 'At', 'Actor', 'Operation', 'FolderId', 'Outcome'].map((name) => ({ name })),
        { name: 'Details', type: 'sentence' },
      ],
      rows: Items.map(({ Id, At, Actor, Operation, FolderId, Outcome, Details }) => [
        ...[Id, At, Actor, Operation, FolderId],
        (language === 'fr' && FRENCH[Outcome]) || Outcome,
        detailsOf(Details, language),
      ]),
      ...(Next !== null && { note: `--before ${Next}` }),
    },
  ],
  run: listAudit,
});
