/**
 * Every page on the firm of pages-firm.ts (a folder of 100,000 entry lines among 500): time to the first byte, the share of it that is
 * drawing, and what a browser on a slow machine waits for. `npm run ts test/bench/pages.ts [ENTRIES]`. Server, database and
 * caller share the machine; every page is asked once, with its pictures, before any is measured.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
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
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { makeLink, openSession } from '../../src/services/identity/web-sessions.ts';
import { silent } from '../../src/services/operation/context.ts';
import { chromiumPath } from '../support/chromium-path.ts';
import { median, report } from './child.ts';
import { benchHome } from './home.ts';
import { type Made, pagesFirm } from './pages-firm.ts';
import { roundsOf, sized } from './size.ts';

const [ENTRIES = sized(40_000)] = process.argv.slice(2).map(Number);
const [ROUNDS, LOADS] = [roundsOf(40), roundsOf(3)];
const [FIRST_BYTE_MS, DRAWING_SHARE, LCP_MS, SLOWED] = [100, 0.25, 1000, 4];

const home = benchHome();
const program = openProgram(await resolveSettings({}, { LANG: 'C', TAXOPS_HOME: home }, '/'));
const signal = new AbortController().signal;
const ctx = callContext(program, { actor: { kind: 'local', name: 'bench' }, progress: silent, signal });

const made = await pagesFirm(ctx, home, ENTRIES);

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

/** The parameters of paths: what was made here. Files that a person drops are left out. */
const parameters: Made = { ...made, type: 'Liasse', end: '2024-12-31' };
const LEFT_OUT = /:intake\b/;
const addresses = PAGES.filter(({ path: one }) => !LEFT_OUT.test(one)).map(({ path: one }) =>
  one.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? '1'),
);

interface Measured {
  readonly milliseconds: number;
  readonly drawing: number;
  readonly text: string;
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
  const text = await response.text();
  const drawing = Number(/draw;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? Number.NaN);
  return { milliseconds, drawing, text };
}

const at = (share: number, values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const total = (all: readonly Measured[], of: 'milliseconds' | 'drawing'): number =>
  all.reduce((sum, one) => sum + one[of], 0);

const everything: Measured[] = [];
for (const address of addresses) {
  const { text: page } = await ask(address);
  for (const [, src = ''] of page.matchAll(/<img class="chart" src="([^"]+)"/g))
    await app.request(`http://localhost${src.replaceAll('&amp;', '&')}`, { headers });
}
for (const address of addresses) {
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

/** The largest thing painted, with the processor slowed: of each page the median of some loads, one of which may meet a pause of the machine. */
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
      const loads: number[] = [];
      for (let load = 0; load < LOADS; load++) {
        await page.goto(`${listener.url}${address}`, { waitUntil: 'load' });
        loads.push(await page.evaluate<number>(LCP));
      }
      painted.push(median(loads));
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
