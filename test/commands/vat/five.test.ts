/** One return, five ways to read it: the form at the terminal, its PDF, its workbook, its JSON, and HTTP. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import { pdfPages } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const home = temporaryFolder('five');
afterAll(() => rmSync(home, { recursive: true, force: true }));
const { url = '' } = await testDatabaseSettings(true);
const env = { TAXOPS_DATABASE_URL: url, TAXOPS_HOME: home, NO_COLOR: '1', LANG: 'fr_FR' };
const { app, program } = await testApp(env);
afterAll(() => program.close());

const run = async (command: string, tty = false) => {
  const ran = await runCli(command.split(' '), { env, tty });
  expect(`${command}: ${ran.stderr}`).toBe(`${command}: `);
  return ran;
};

interface Paper {
  readonly Forms: readonly {
    readonly Sections: readonly {
      readonly Rows: readonly { readonly Line: string; readonly Cells: readonly { readonly Value: unknown }[] }[];
    }[];
  }[];
}

/** Amounts of each line, in the order of the form. */
const figuresOf = ({ Forms }: Paper): string[] =>
  Forms.flatMap(({ Sections }) => Sections.flatMap(({ Rows }) => Rows)).flatMap(({ Line, Cells }) => {
    const amounts = Cells.map(({ Value }) => Value).filter((value) => typeof value === 'number');
    return amounts.length > 0 ? [[Line, ...amounts].join(' ')] : [];
  });

/** Of what is printed: the line, then what stands after its label and code. */
const printedFigures = (lines: readonly (readonly string[])[]): string[] =>
  lines.flatMap(([line = '', , ...rest]) => {
    const amounts = rest.filter((cell) => cell !== '').map((cell) => cell.replace(/\s/g, ''));
    return amounts.length > 0 && amounts.every((cell) => /^\d+$/.test(cell)) ? [[line, ...amounts].join(' ')] : [];
  });

async function sheetFigures(path: string): Promise<string[]> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  const found: string[] = [];
  book.eachSheet((sheet) =>
    sheet.eachRow((row) => {
      const amounts: unknown[] = [];
      row.eachCell((cell) => {
        const value = cell.formula ? cell.result : cell.value;
        if (typeof value === 'number') amounts.push(value);
      });
      if (amounts.length > 0) found.push([row.getCell(1).text, ...amounts].join(' '));
    }),
  );
  return found;
}

it('shows the same figures', { tags: 'long' }, async () => {
  await run('folder create --name ALPHA --siren 998120406 --vat-system RealNormal');
  await run('ledger import fixtures/demo/998120406FEC20241231.txt --quiet');
  const period = '--begin-date 2024-11-01 --end-date 2024-11-30 --procedure-type Liquidation --accounting-folder 1';
  const { ProcedureItems } = (await run(`vat procedure-group assist --folder 1 ${period} --json`)).json<{
    ProcedureItems: { ProcedureId: number; RawFormContent: string }[];
  }>();
  const id = ProcedureItems[0]?.ProcedureId;
  const json = (await run(`vat form show ${id} --folder 1 --filled-only --json`)).json<Paper>();
  const figures = figuresOf(json);
  expect(figures.length).toBeGreaterThan(5);

  const route = `/api/vat-reporting/accounting-folders/1/procedures/${id}/forms?filledOnly=true`;
  const http = await app.request(route);
  expect(await http.json()).toEqual(json);

  await run(`vat form show ${id} --folder 1 --filled-only --output ${join(home, 'ca3.xlsx')}`);
  expect(await sheetFigures(join(home, 'ca3.xlsx'))).toEqual(figures);

  const form = (await run(`vat form show ${id} --folder 1 --filled-only`)).stdout.split('\n');
  const columns = form.map((line) => line.split('\t'));
  expect(printedFigures(columns.map(([line = '', label = '', , ...amounts]) => [line, label, ...amounts]))).toEqual(
    figures,
  );
  await run(`vat form show ${id} --folder 1 --filled-only --output ${join(home, 'ca3.pdf')}`);
  const pdf = pdfPages(readFileSync(join(home, 'ca3.pdf'))).flat();
  expect(printedFigures(pdf.map((line) => line.split('|').filter((cell) => !/^\d{4}$/.test(cell))))).toEqual(figures);
});
