import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { packageFile } from '../../services/kernel/package-file.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { type Block, defineCommand } from '../operation/operation.ts';
import { text } from '../operation/outputs.ts';
import { headed, toWire } from '../operation/wire.ts';
import { callContext, openProgram } from '../program/context.ts';
import { writeFileWhole } from '../program/output-file.ts';
import { resolveSettings } from '../program/settings.ts';
import { assetsView, DemoAssetsShape, demoAssets } from './assets.ts';
import { demoPdf, demoWorkbook } from './documents.ts';
import { filingScript } from './filing.ts';
import { buildFirm, buildFolder, type DemoFolder, DemoFolderShape, type FirmFile } from './folders.ts';
import { ReconciliationShape, reconcileFolder, reconciliationView } from './reconciliation.ts';
import { serveDemo } from './served.ts';
import { folderView } from './view.ts';

const Demo = z.object({
  Workspace: text(),
  Company: text(),
  Folders: headed(z.array(DemoFolderShape), 'Dossiers'),
  Reconciliations: z.array(ReconciliationShape),
  Assets: z.array(DemoAssetsShape),
  Documents: headed(z.array(z.string()), 'Pièces'),
  Next: headed(z.array(z.string()), 'Suite'),
});

const FIXTURES = 'fixtures/demo';

export const demo = defineCommand({
  id: 'operator.demo',
  summary: {
    en: 'Import an invented firm and show what comes out',
    fr: 'Importer un cabinet inventé et montrer le résultat',
  },
  description:
    'Works in a new folder of the temporary files, with a database of its own: nothing of yours is touched. With serve the pages then open on the firm, one of whose declarations a partner of this machine has rejected; nothing leaves the machine.',
  cli: {
    path: ['demo'],
    examples: ['taxops demo', 'taxops demo --lang fr', 'taxops demo --serve', 'taxops demo --json'],
  },
  query: z.object({
    serve: z.boolean().default(false).describe('Then open the pages on it, until Ctrl-C'),
    port: z.int().min(0).max(65_535).default(8787).describe('Port of the pages; 0 takes a free one'),
    open: z.boolean().default(true).describe('Print the link into the pages and open no browser'),
  }),
  output: Demo,
  errors: ['ListenerRefused', 'SimulatorRefused'],
  view: function* (result, language) {
    for (const folder of result.Folders) yield* folderView(folder, language);
    yield* reconciliationView(result.Reconciliations, language);
    yield* assetsView(result.Assets, language);
    yield* closing(result, language);
  },
  run: async (ctx, { serve, port, open }) => {
    const workspace = await mkdtemp(join(tmpdir(), 'taxops-demo-'));
    const firm = JSON.parse(await readFile(packageFile(`${FIXTURES}/firm.json`), 'utf8')) as FirmFile;
    const { documents, ...built } = await inWorkspace(ctx, workspace, firm);
    const filing = join(workspace, 'filing.sh');
    const filed = built.folders.flatMap(({ folderId, siren }) => {
      const folder = firm.Folders.find(({ Siren }) => Siren === siren);
      return folder ? [{ ...folder, folderId }] : [];
    });
    await writeFile(filing, filingScript(workspace, filed, ctx.language));
    const [folder] = filed;
    if (serve && folder) await serveDemo(ctx, { workspace, port, open, folder });
    const next = nextCommands(workspace, built.folders);
    return { workspace, company: firm.Name, ...built, documents: [...documents, filing], next };
  },
});

async function inWorkspace(ctx: TerminalContext, workspace: string, firm: FirmFile) {
  // A database of the demo's own, even where a server is configured.
  const { TAXOPS_DATABASE_URL: _, ...env } = ctx.terminal.env;
  const settings = await resolveSettings({ home: workspace, lang: ctx.language }, env, workspace);
  const program = openProgram({ ...settings, databaseUrl: { value: undefined, source: 'demo' } });
  try {
    const local = {
      ...callContext(program, { actor: ctx.actor, progress: ctx.progress, signal: ctx.signal }),
      producedFolder: workspace,
    };
    const companyId = await buildFirm(local, firm);
    const folders: DemoFolder[] = [];
    for (const folder of firm.Folders) {
      ctx.terminal.note(STEP[ctx.language](folder.Name));
      folders.push(await buildFolder(local, companyId, folder, packageFile(FIXTURES)));
    }
    const reconciliations = [];
    for (const folder of folders) reconciliations.push(await reconcileFolder(local, folder, workspace));
    const assets = [];
    for (const folder of folders) assets.push(await demoAssets(local, folder, packageFile(FIXTURES)));
    const read = toWire(z.array(DemoFolderShape), folders);
    const report = { company: firm.Name, folders: read, createdAt: ctx.clock.now(), language: ctx.language };
    const [workbook, paper] = [join(workspace, 'demo.xlsx'), join(workspace, 'demo.pdf')];
    await writeFileWhole(workbook, demoWorkbook(report));
    await writeFileWhole(paper, demoPdf(report));
    const reports = [...reconciliations.map((one) => one.report), ...assets.flatMap(({ editions }) => editions)];
    return { folders, reconciliations, assets, documents: [workbook, paper, ...reports] };
  } finally {
    await program.close();
  }
}

const STEP: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `Importing ${name}…`,
  fr: (name) => `Import de ${name}…`,
};

function nextCommands(workspace: string, folders: readonly DemoFolder[]): string[] {
  const [first, , yearly] = folders;
  const folder = `--folder ${first?.folderId}`;
  const commands = [
    `ledger balance ${folder}`,
    `ledger general ${folder} --account 512`,
    `bank transaction list ${folder} --size 20`,
    `asset search ${folder} --start-date 2024-01-01 --end-date 2024-12-31`,
    `bank account compare ${folder} --bank-account ${first?.banks[0]?.accountId}`,
    `bank reconcile propose ${folder}`,
    `declaration form show ${folder} --end-date 2024-12-31 --form 2050`,
    `bash -ev ${workspace}/filing.sh`,
    `vat status ${folder}`,
    ...(yearly ? yearlyReturn(`--folder ${yearly.folderId}`) : []),
    'serve --no-auth',
    'db stop', // for a moment it still writes where the last command ends, and its folder could not be removed
  ];
  const typed = commands.map((command) => (command.startsWith('bash ') ? command : `npx taxops ${command}`));
  return [`export TAXOPS_HOME=${workspace}`, ...typed, `rm -r ${workspace}`];
}

/** The CA12 of the folder under the simplified regime; what the year before left unpaid is typed. */
const yearlyReturn = (folder: string): string[] => [
  `vat procedure-group assist ${folder} ${folder.replace('--folder', '--accounting-folder')} --procedure-type Liquidation --begin-date 2025-01-01 --end-date 2025-12-31`,
  ...['EW 44157', 'FW 8831', 'GF 97171', 'GH 9717', 'HA 17811']
    .map((box) => box.split(' '))
    .map(([zone, value]) => `vat procedure box set 1 ${folder} --form-code _3517SCA12 --zone ${zone} --value ${value}`),
  `vat form show 1 ${folder} --filled-only`,
  `vat procedure close 1 ${folder} --dry-run`,
];

const CLOSING: Readonly<Record<Language, { readonly written: string; readonly next: string }>> = {
  en: { written: 'Written:', next: 'Go on with:' },
  fr: { written: 'Écrits :', next: 'Pour continuer :' },
};

function* closing({ Documents, Next }: z.output<typeof Demo>, language: Language): Generator<Block> {
  const words = CLOSING[language];
  yield { kind: 'text', text: `${words.written}\n${Documents.map((path) => `  ${path}`).join('\n')}` };
  yield { kind: 'text', text: `${words.next}\n${Next.map((command) => `  ${command}`).join('\n')}` };
}
