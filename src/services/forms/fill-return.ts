/** Returns of one or few forms, filled from parameters and entered values: payments, added value, CVAE. */
import type { Exercise } from '../calendar/periods.ts';
import { readAgain, trialBalance } from './allocation.ts';
import { type FormContent, formContents, type KindOf, kindsOf } from './content.ts';
import { type Finding, runControls } from './controls.ts';
import { type Declared, readDeclared } from './declared.ts';
import { cellsOf, type FormName } from './form-tables.ts';
import type { AccountBalance } from './ledger-rule.ts';
import { fillSheets, type Parameters, type Sheets } from './sheets.ts';

export interface ReturnInput {
  readonly forms: readonly FormName[];
  /** Year of the tables: the one in which the exercise opens, or the year of the tax. */
  readonly year: number;
  readonly exercise: Exercise;
  readonly millesime: string;
  readonly declared?: Declared | undefined;
  readonly balances?: readonly AccountBalance[] | undefined;
  readonly parameters?: Parameters | undefined;
  readonly acceptLastKnownYear?: boolean | undefined;
}

export interface FilledReturn {
  readonly forms: readonly FormContent[];
  readonly findings: readonly Finding[];
  readonly sheets: Sheets;
  /** For the EDI file. */
  readonly kindOf: KindOf;
}

/** Throws DeclaredValuesInvalid and FormYearUnknown. */
export async function fillReturn(input: ReturnInput): Promise<FilledReturn> {
  const { exercise, millesime, parameters = {} } = input;
  const cells = await cellsOf(input.forms, input.year, input.acceptLastKnownYear);
  const declared = readDeclared(cells, input.declared ?? {});
  const ledger = readAgain(cells, trialBalance(input.balances ?? []));
  const sheets = fillSheets({ cells, declared, ledger, parameters });
  const findings = runControls(sheets);
  const forms = formContents({ cells, sheets, exercise, findings, millesime });
  return { forms, findings, sheets, kindOf: kindsOf(cells) };
}
