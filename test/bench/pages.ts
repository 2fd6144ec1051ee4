/**
 * Every page on a folder of 100,000 entry lines in a firm of 500 folders: time to the first byte, the share of it that is
 * drawing, and what a browser on a slow machine waits for. `npx tsx test/bench/pages.ts [ENTRIES]`. Server, database and
 * caller share the machine; every page is asked once before it is measured.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import { callContext, openProgram } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { listen } from '../../src/commands/serve/listener.ts';
import { PAGES } from '../../src/commands/serve/pages/registry.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { createAccount } from '../../src/services/banking/accounts/account-creation.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { makeLink, openSession } from '../../src/services/identity/web-sessions.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { silent } from '../../src/services/operation/context.ts';
import { chromiumPath } from '../support/chromium-path.ts';
import { report } from './child.ts';
import { generateFec } from './generate-fec.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const [ENTRIES = sized(40_000)] = process.argv.slice(2).map(Number);
const [FOLDERS, ROUNDS] = [sized(500), roundsOf(20)];
const [FIRST_BYTE_MS, DRAWING_SHARE, LCP_MS, SLOWED] = [100, 0.25, 1000, 4];

const home = benchHome();
const program = openProgram(await resolveSettings({}, { LANG: 'C', TAXOPS_HOME: home }, '/'));
const signal = new AbortController().signal;
const ctx = callContext(program, { actor: { kind: 'local', name: 'bench' }, progress: silent, signal });
const { knex } = await program.db();

mkdirSync(join(home, 'fec'));
const path = await generateFec(join(home, 'fec'), ENTRIES);
const folder = await createFolder(ctx, undefined, { name: 'BENCH', siren: basename(path).slice(0, 9) });
await importLedgerFile(ctx, { name: basename(path), path }, {});
const account = await createAccount(ctx, folder.id, { provider: 'ManualTransaction', iban: null, bankName: 'Banque' });
// A bank tells of each fourth payment, some days later; and the other folders of the firm, each with its exercises.
await knex.raw(
  `insert into bank_transaction (folder_id, account_id, operation_date, value_date, amount_units, decimals, currency,
     label, source_id, created_at, updated_at)
   select l.folder_id, :account, l.entry_date + 2, l.entry_date, l.debit_cents, 2, 'EUR', 'VIR ' || l.doc_ref, l.id::text,
     :now, :now
   from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id and a.number = '512000'
   where l.folder_id = :folder and l.entry_id % 8 = 0`,
  { folder: folder.id, account, now: ctx.clock.now() },
);
await knex.raw(
  `with made as (
     insert into folder (company_id, name, tax_regime, vat_system)
     select (select min(id) from company), 'Folder ' || n, 'CorporationTax', 'RealNormal' from generate_series(2, ${FOLDERS}) n
     returning id)
   insert into exercise (folder_id, start_date, end_date)
   select id, make_date(year, 1, 1), make_date(year, 12, 31) from made, generate_series(2023, 2025) year`,
);
await knex.raw('vacuum analyze');

const app = createApp({
  program,
  entries: manifest,
  authenticate: trustLoopback,
  limits: DEFAULT_LIMITS,
  logFailure: (error) => process.stderr.write(`${error}\n`),
  requestRate: 1_000_000,
  hasPages: true,
});
const cookie = `__Host-taxops=${await openSession(program, ctx.actor, 'bench')}`;
const headers = { cookie, 'sec-fetch-site': 'same-origin', 'accept-language': 'fr' };

/** The parameters of paths: what was made here. Pages about what is made by a person are left out. */
const MADE: Readonly<Record<string, string>> = {
  folder: String(folder.id),
  account: String(account),
  number: '411000',
  entry: '1',
  type: 'Liasse',
  end: '2024-12-31',
};
const LEFT_OUT = /:(?:run|intake|asset|procedure)\b/;
const addresses = PAGES.filter(({ path: one }) => !LEFT_OUT.test(one)).map(({ path: one }) =>
  one.replaceAll(/:(\w+)/g, (_, name: string) => MADE[name] ?? '1'),
);

interface Measured {
  readonly milliseconds: number;
  readonly drawing: number;
}

/** Of what was painted largest. */
const LCP = `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

/** The page is drawn whole before its first byte leaves. */
async function ask(address: string): Promise<Measured> {
  const started = performance.now();
  const response = await app.request(`http://localhost${address}`, { headers });
  const milliseconds = performance.now() - started;
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
  await response.text();
  const drawing = Number(/draw;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? Number.NaN);
  return { milliseconds, drawing };
}

const at = (share: number, values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const total = (all: readonly Measured[], of: keyof Measured): number => all.reduce((sum, one) => sum + one[of], 0);

const everything: Measured[] = [];
for (const address of addresses) {
  await ask(address);
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await ask(address));
  everything.push(...all);
  const slowest = at(
    0.95,
    all.map(({ milliseconds }) => milliseconds),
  );
  report(`first byte of ${address}, 95 of 100`, `${slowest.toFixed(0)} ms`, '100 ms', slowest <= FIRST_BYTE_MS);
}
const share = total(everything, 'drawing') / total(everything, 'milliseconds');
report('drawing, of the time of all pages', `${(100 * share).toFixed(0)} %`, '25 %', share <= DRAWING_SHARE);

if (chromiumPath) await slowBrowser(chromiumPath);
else process.stdout.write('chromium is not installed: no page was opened in a browser\n');

/** The largest thing painted, with the processor slowed. */
async function slowBrowser(executablePath: string): Promise<void> {
  const listener = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: true });
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(`${listener.url}/login?link=${await makeLink(program)}`);
    await page.locator('button[type=submit]').click();
    await page.locator('header nav').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const painted: number[] = [];
    for (const address of addresses) {
      await page.goto(`${listener.url}${address}`, { waitUntil: 'load' });
      painted.push(await page.evaluate<number>(LCP));
    }
    const worst = Math.max(...painted);
    const where = addresses[painted.indexOf(worst)] ?? '';
    report(
      `largest paint, ${SLOWED} × slower, at most (${where})`,
      `${worst.toFixed(0)} ms`,
      '1000 ms',
      worst <= LCP_MS,
    );
  } finally {
    await browser.close();
    await listener.close(0);
  }
}

await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });
