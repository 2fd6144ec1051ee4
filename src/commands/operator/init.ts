import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { createCompany, listCompanies } from '../../services/folders/companies.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { fileErrors } from '../../services/kernel/file-errors.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { defineCommand } from '../operation/operation.ts';
import { int, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';
import { openProgram } from '../program/context.ts';
import { commandErrors } from '../program/errors.ts';
import { ownFile, resolveSettings } from '../program/settings.ts';

const Answers = z.object({
  databaseUrl: z.string().optional().describe('PostgreSQL 15 or later to use instead of the private database'),
  name: z.string().trim().min(1).max(200).optional().describe('Name of the accounting firm'),
  project: z.boolean().default(false).describe('Write taxops.toml here instead of for the user'),
  force: z.boolean().default(false).describe('Replace an existing taxops.toml'),
});
type Answers = z.output<typeof Answers>;

export const init = defineCommand({
  id: 'operator.init',
  summary: {
    en: 'Set taxops up: configuration, database, firm',
    fr: 'Installer taxops : configuration, base, cabinet',
  },
  description:
    'Asks on a terminal; off one, flags say it all. Writes taxops.toml into TAXOPS_HOME where it is set, else for the user (~/.config/taxops/taxops.toml, or under XDG_CONFIG_HOME), here with --project, creates the database, brings it to the schema of this version and names the firm.',
  cli: {
    path: ['init'],
    examples: ['taxops init', 'taxops init --name "Cabinet Alpha" --lang fr', 'taxops init --project --home ./data'],
  },
  query: Answers,
  errors: ['ConfigurationExists', 'FileUnwritable'],
  output: z.object({
    ConfigurationFile: text('Fichier de réglages'),
    Home: text('Dossier des données'),
    CompanyId: int('Cabinet'),
    Next: headed(z.array(z.string()), 'Suite'),
  }),
  run: async (ctx, given) => {
    const chosen = { ...given, home: ctx.settings.home.value ?? '', language: ctx.language };
    const file = given.project ? join(ctx.terminal.cwd, 'taxops.toml') : ownFile(ctx.terminal.env, ctx.terminal.cwd);
    if (ctx.terminal.interactive) ctx.terminal.note(WILL_WRITE[ctx.language](file));
    const answers = ctx.terminal.interactive ? await ask(chosen, ctx.settings, ctx.terminal.cwd) : chosen;
    await writeConfiguration(file, answers);
    const program = openProgram(await resolveSettings({ home: answers.home }, ctx.terminal.env, ctx.terminal.cwd));
    try {
      const db = await program.db();
      await db.migrate();
      await program.secrets(); // makes the key file
      const inside = { ...ctx, db: program.db };
      const [company] = await listCompanies(inside);
      const { id } = company ?? (await createCompany(inside, { name: answers.name ?? 'Cabinet' }));
      return { configurationFile: file, home: program.settings.home.value ?? '', companyId: id, next: NEXT };
    } finally {
      await program.close();
    }
  },
});

/** Before anything is asked: the file of the user holds for every folder that they work in. */
const WILL_WRITE: Readonly<Record<Language, (file: string) => string>> = {
  en: (file) => `The answers go to ${file}.`,
  fr: (file) => `Les réponses vont dans ${file}.`,
};

const NEXT = ['taxops doctor', 'taxops folder create --name ALPHA --siren 999999998', 'taxops import FILE…'];

interface Chosen extends Answers {
  readonly home: string;
  readonly language: Language;
}

/** Asks for what no flag said; the answers so far are the proposals. */
async function ask(chosen: Chosen, settings: Settings, cwd: string): Promise<Chosen> {
  const { default: inquirer } = await import('inquirer');
  const texts = QUESTIONS[chosen.language];
  const { language } =
    settings.language.source === 'locale'
      ? await inquirer.prompt([
          {
            type: 'select',
            name: 'language',
            message: texts.language,
            choices: ['fr', 'en'],
            default: chosen.language,
          },
        ])
      : chosen;
  const question = (name: 'name' | 'home' | 'databaseUrl', fallback: string) =>
    ({ type: 'input', name, message: texts[name], default: fallback }) as const;
  const answers = await inquirer.prompt([
    ...(chosen.name ? [] : [question('name', 'Cabinet')]),
    ...(settings.home.source === 'default' ? [question('home', chosen.home)] : []),
    ...(chosen.databaseUrl ? [] : [question('databaseUrl', '')]),
  ]);
  return { ...chosen, ...answers, home: resolve(cwd, answers.home ?? chosen.home), language };
}

const QUESTIONS: Readonly<Record<Language, Readonly<Record<'language' | 'name' | 'home' | 'databaseUrl', string>>>> = {
  en: {
    language: 'Language of labels and messages',
    name: 'Name of the accounting firm',
    home: 'Folder of the data',
    databaseUrl: 'PostgreSQL address (empty: a private one)',
  },
  fr: {
    language: 'Langue des libellés et des messages',
    name: 'Nom du cabinet',
    home: 'Dossier des données',
    databaseUrl: 'Adresse PostgreSQL (vide : une base privée)',
  },
};

async function writeConfiguration(file: string, answers: Chosen): Promise<void> {
  const { stringify } = await import('smol-toml');
  const { home, databaseUrl, language } = answers;
  const table = Object.fromEntries(Object.entries({ home, databaseUrl, language }).filter(([, value]) => value));
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // The file may hold a database password.
    await writeFile(file, `${stringify(table)}\n`, { mode: 0o600, flag: answers.force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw commandErrors.ConfigurationExists({ path: file });
    throw fileErrors.FileUnwritable({ file: file, reason: (error as NodeJS.ErrnoException).code ?? '' });
  }
}
