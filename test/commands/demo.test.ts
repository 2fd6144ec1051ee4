import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { folderView } from '../../src/commands/demo/view.ts';
import { encodeLatin9 } from '../../src/services/edi/latin9.ts';
import { checkDeposit } from '../../src/services/simulators/channels/deposited-file.ts';
import { runCli } from '../support/cli.ts';
import { keepDemoWorkspace } from '../support/demo-workspace.ts';
import { pdfPages } from '../support/pdf.ts';

interface Comparison {
  readonly LedgerAccount: string;
  readonly Difference: string;
  readonly Unexplained: string;
  readonly Gaps: unknown[];
}
interface Paper {
  readonly Forms: { readonly Form: string }[];
  readonly Controls: { readonly Level: string }[];
}
interface Demo {
  readonly Workspace: string;
  readonly Documents: string[];
  readonly Reconciliations: { readonly Linked: number; readonly Unreconciled: number }[];
  readonly Assets: { readonly EntriesHeld: number; readonly Entries: number; readonly Sale: object | null }[];
  readonly Folders: {
    readonly Entries: number;
    readonly TotalDebit: string;
    readonly TotalCredit: string;
    readonly Banks: Comparison[];
  }[];
}

const FORMS: Readonly<Record<string, string>> = {
  1: '2065 2065BIS 2050 2051 2052 2053 2054 2055 2056 2057 2058A 2058B 2058C',
  3: '2031 2031BIS 2033A 2033B 2033C 2033D 2033E',
};

/** The liasse of a folder as a newcomer reads it before it leaves: in the terminal, as a PDF, as a workbook. */
async function readWhole(folder: string, end: string, home: string): Promise<void> {
  const show = async (...more: string[]) => {
    const around = { env: { TAXOPS_HOME: home } };
    const run = await runCli(['declaration', 'form', 'show', '--folder', folder, '--end-date', end, ...more], around);
    expect([more, run.exitCode, run.stderr]).toEqual([more, 0, expect.not.stringContaining('Error')]);
    return run;
  };
  const shown = (await show('--json')).json<Paper>();
  const names = shown.Forms.map(({ Form }) => Form);
  expect(shown.Controls.filter(({ Level }) => Level === 'error')).toEqual([]);
  expect(names).toEqual(expect.arrayContaining((FORMS[folder] ?? '2065 2050 2054 2058C').split(' ')));
  for (const kind of ['pdf', 'xlsx']) await show('--output', join(home, `liasse-${folder}.${kind}`));
  const pages = pdfPages(readFileSync(join(home, `liasse-${folder}.pdf`)));
  expect(pages.length).toBeGreaterThanOrEqual(names.length / 2);
  const workbook = await new exceljs.Workbook().xlsx.readFile(join(home, `liasse-${folder}.xlsx`));
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
}

describe('the demo', { tags: 'long' }, () => {
  it('imports three folders, explains every difference to the cent, and can file each of them', async () => {
    keepDemoWorkspace();
    const run = await runCli(['demo', '--json', '--quiet']);
    const { Folders, Reconciliations, Assets, Documents, Workspace } = run.json<Demo>();
    expect(run.exitCode).toBe(0);
    expect(Folders.map(({ Entries }) => Entries)).toEqual([730, 796, 484]);
    for (const { TotalDebit, TotalCredit } of Folders) expect(TotalDebit).toBe(TotalCredit);
    const banks = Folders.flatMap(({ Banks }) => Banks);
    expect(banks.map(({ Difference }) => Difference)).toEqual([
      '-1240.01',
      '15000.00',
      '32165.62',
      '-18.00',
      '-568.70',
    ]);
    expect(banks.map(({ Unexplained }) => Unexplained)).toEqual(Array.from({ length: 5 }, () => '0.00'));
    expect(banks.flatMap(({ Gaps }) => Gaps)).toHaveLength(1);
    expect(Documents.map((path) => readFileSync(path).subarray(0, 4).toString('latin1'))).toEqual([
      'PK\u0003\u0004',
      '%PDF',
      ...Folders.map(() => '<!do'),
      ...Array.from({ length: 12 }, () => '%PDF'), // four editions of each folder
      '# A ',
    ]);
    expect(Assets.map(({ EntriesHeld, Entries }) => [EntriesHeld, Entries])).toEqual([
      [3, 3],
      [7, 7],
      [7, 7],
    ]);
    expect(Assets[1]?.Sale).toMatchObject({ NetBookValue: '23267.20', Gain: '-2267.20', EntriesWritten: 7 });
    expect(Reconciliations.map(({ Linked, Unreconciled }) => [Linked, Unreconciled])).toEqual([
      [329, 63],
      [337, 76],
      [258, 54],
    ]);
    const env = { TAXOPS_HOME: Workspace };
    for (const [index, end] of ['2024-12-31', '2025-03-31', '2025-12-31'].entries()) {
      const shown = await runCli(
        ['declaration', 'edi', 'show', '--folder', `${index + 1}`, '--end-date', end, '--json'],
        { env },
      );
      expect(shown.stderr).toBe('');
      const file = encodeLatin9(shown.json<{ EdiContent: string }>().EdiContent);
      expect(await checkDeposit('TDFC', file)).toMatchObject({ file: { declarations: [{ type: 'IDF', end }] } });
      await readWhole(`${index + 1}`, end, Workspace);
    }
  });
});

it('a paper sums the classes of the balance once: their total is no class', () => {
  const folder = { Balance: [{ Class: '5', Debit: '10.00', Credit: '10.00', Closing: '0.00' }], Banks: [] };
  const whole = { ...folder, TotalDebit: '10.00', TotalCredit: '10.00', LedgerFindings: {}, StatementFindings: [] };
  const [, balance] = [...folderView(whole as never, 'fr')];
  expect(balance).toMatchObject({
    rows: [['5'], ['=']].map(([name]) => [name, '10.00', '10.00', expect.anything()]),
    underlined: [1],
    summed: ['Debit', 'Credit'],
  });
});
