/** Fills the forms of a return from the ledger, from parameters and from declared values, and runs its controls. */
import type { Period } from '../calendar/periods.ts';
import { readAgain, trialBalance } from './allocation.ts';
import { type FormContent, formContents, type KindOf, kindsOf } from './content.ts';
import { type Control, type Finding, runControls } from './controls.ts';
import { type Declared, readDeclared } from './declared.ts';
import { FORMS, type Occasion } from './form-book.ts';
import type { AccountBalance } from './ledger-rule.ts';
import { fillSheets, type Parameters, type Sheets } from './sheets.ts';
import { fillTypedOver } from './typed-over.ts';

export interface ReturnInput {
  readonly forms: readonly string[];
  readonly occasion: Occasion;
  /** What the return covers. */
  readonly period: Period;
  readonly millesime: string;
  readonly controls: readonly Control[];
  readonly declared?: Declared | undefined;
  readonly balances?: readonly AccountBalance[] | undefined;
  readonly parameters?: Parameters | undefined;
}

export interface FilledReturn {
  readonly forms: readonly FormContent[];
  readonly findings: readonly Finding[];
  readonly sheets: Sheets;
  /** For the EDI file. */
  readonly kindOf: KindOf;
}

/** Throws DeclaredValuesInvalid and FormYearUnknown. */
export function fillReturn(input: ReturnInput): FilledReturn {
  const { period, millesime, controls, parameters = {} } = input;
  const { cells } = FORMS.choose(input.forms, input.occasion);
  const declared = readDeclared(cells, input.declared ?? {});
  const ledger = readAgain(cells, trialBalance(input.balances ?? []));
  const { sheets, findings: over } = fillTypedOver(cells, declared, (given) =>
    fillSheets({ cells, declared: given, ledger, parameters }),
  );
  const findings = [...over, ...runControls(sheets, controls)];
  const forms = formContents({ cells, sheets, period, findings, millesime });
  return { forms, findings, sheets, kindOf: kindsOf(cells) };
}
