/**
 * Controls of result returns and payments. Codes L01 to L44 and A01 to A28 are ours: the official numbers are not public.
 * Those between cells are in `controls.tsv`; here are those that read the ledger and the register.
 */

import type { ReturnFigures } from '../../assets/edition/return-figures.ts';
import type { Exercise } from '../../calendar/periods.ts';
import { trialBalance } from '../../forms/allocation.ts';
import { type Cell, cellKey } from '../../forms/cell-table.ts';
import { WORD_COLUMNS } from '../../forms/control-words.ts';
import { CONTROL_COLUMNS, type ControlLevel, type Finding, parseControls } from '../../forms/controls.ts';
import type { Values } from '../../forms/declared.ts';
import { type AccountBalance, ledgerSum, parseLedgerRules } from '../../forms/ledger-rule.ts';
import { labelOf } from '../../forms/paper/words.ts';
import type { Sheets } from '../../forms/sheets.ts';
import { dayParts } from '../../kernel/dates.ts';
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, formatAmount, magnitude, wholeEuros } from '../../kernel/money.ts';
import { readTable } from '../../kernel/package-file.ts';
import type { Annexes } from './annexes/annexes.ts';
import { rowsOf } from './annexes/rows.ts';

export const RETURN_CONTROLS = parseControls(
  readTable('src/services/declarations/returns/controls.tsv', CONTROL_COLUMNS),
  readTable('src/services/declarations/returns/control-words.tsv', WORD_COLUMNS),
);

/** Sums of accounts that controls compare forms with, by the year in which the exercise opens. */
const SUMS: readonly { readonly name: string; readonly rules: string; readonly from?: number; readonly to?: number }[] =
  [
    { name: 'depreciationCharged', rules: 'D:6811,6871' },
    { name: 'issueCostsCharged', rules: 'D:6812,6861,6862', to: 2024 },
    { name: 'issueCostsCharged', rules: 'D:6861,6862', from: 2025 },
    { name: 'disposalProceeds', rules: 'C:775', to: 2024 },
    { name: 'disposalProceeds', rules: 'C:757,767', from: 2025 },
    { name: 'dividendsOwed', rules: 'opening C:457' },
    { name: 'grants', rules: 'C:13' },
    { name: 'selfAssessedVat', rules: 'credits:4452' },
  ];

/** Whole euros. */
export const controlSums = (rows: readonly AccountBalance[], { start }: Exercise): Record<string, bigint> => {
  const { year } = dayParts(start);
  const own = SUMS.filter(({ from = 0, to = 9999 }) => from <= year && year <= to);
  return Object.fromEntries(own.map(({ name, rules }) => [name, wholeEuros(ledgerSum(parseLedgerRules(rules), rows))]));
};

/** Accounts of `disposalProceeds`, as people name them. */
const proceedsAccounts = ({ start }: Exercise): string => (dayParts(start).year < REFORM ? '775' : '757, 767');

/** A17 where no asset says what was sold: controls between forms count only those that are filed. */
export function salesOfNothing(
  names: readonly string[],
  rows: readonly AccountBalance[],
  exercise: Exercise,
): Finding[] {
  const { disposalProceeds = 0n } = controlSums(rows, exercise);
  if (disposalProceeds === 0n || names.includes('2059A') || !names.includes('2053')) return [];
  const held = `${proceedsAccounts(exercise)}: ${disposalProceeds}`;
  const message = {
    en: `${held} from assets sold, and 2059-A has no line: retire the asset (taxops asset retirement create --folder N --body retirement.json), or type the line (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
    fr: `${held} de cessions, et le 2059-A n’a aucune ligne : sortez l’immobilisation (taxops asset retirement create --folder N --body retirement.json), ou saisissez la ligne (taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
  };
  return [{ code: 'A17', level: 'warning', about: '2053', message }];
}

/** L38: the values of a form that the regime does not have reach no other form, and the form is filed. */
export const otherRegimeTyped = (names: readonly string[]): Finding[] =>
  names.map((form) => ({
    code: 'L38',
    level: 'warning',
    about: form,
    message: {
      en: `${form} is a form of the other regime, and goes with this return because values were typed on it. Take them back (taxops declaration value set --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json, without it), or change the regime (taxops folder update N --result-regime Normal)`,
      fr: `${form} est un formulaire de l’autre régime, et part avec cette liasse parce que des valeurs y ont été saisies. Retirez-les (taxops declaration value set --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json, sans lui), ou changez le régime (taxops folder update N --result-regime Normal)`,
    },
  }));

const CARRIED_BACK = [
  ['2058A', 'ZL', '2058A.XN'],
  ['2033B', 'CN', '2033B.CR'],
] as const;

/** L20 where the return of the year before was not filed from here: what it taxed cannot be compared. */
export const lossesBackUncompared = (names: readonly string[], sheets: Sheets): Finding[] =>
  CARRIED_BACK.flatMap(([form, cell, taxed]) => {
    if (!names.includes(form) || sheets.hasParameter('lastProfit') || sheets.amount(form, cell) <= 0n) return [];
    const amount = sheets.amount(form, cell);
    const message = {
      en: `${form}.${cell}: ${amount} are carried back, and the return of the year before was not filed from here. At most what it taxed, ${taxed}, and did not distribute (CGI 220 quinquies): say it, Facts.LastProfit (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
      fr: `${form}.${cell} : ${amount} sont reportés en arrière, et la liasse de l’exercice précédent n’a pas été déposée d’ici. Au plus ce qu’elle a imposé, ${taxed}, et qui n’a pas été distribué (CGI 220 quinquies) : dites-le, Facts.LastProfit (taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
    };
    return [{ code: 'L20', level: 'warning', about: form, message } as const];
  });

/** L05: what is deducted cannot exceed the gross of its line; nets of the form `gross - deduction` show the pairs. */
export function deductionsAboveGross(cells: readonly Cell[], sheets: Sheets): Finding[] {
  const lines = new Set(cells.filter(({ rules }) => rules).map(({ form, cell }) => cellKey(form, cell))); // no totals
  return cells.flatMap((own) => {
    const { form, column, formula } = own;
    const [gross, deduction] = formula?.refs ?? [];
    if (column !== 'net' || !gross || !deduction || !lines.has(cellKey(form, gross.cell))) return [];
    if (sheets.amount(form, deduction.cell) <= sheets.amount(form, gross.cell)) return [];
    const [off, of] = [sheets.amount(form, deduction.cell), sheets.amount(form, gross.cell)];
    const name = labelOf(own);
    const message = {
      en: `${form}.${deduction.cell}, ${name.en}: deductions of ${off} above a gross of ${of}. taxops declaration explain ${form}.${deduction.cell} --folder N --end-date YYYY-MM-DD shows their accounts`,
      fr: `${form}.${deduction.cell}, ${name.fr} : amortissements et dépréciations de ${off}, supérieurs au brut de ${of}. taxops declaration explain ${form}.${deduction.cell} --folder N --end-date AAAA-MM-JJ en donne les comptes`,
    };
    return [{ code: 'L05', level: 'warning', about: form, message } as const];
  });
}

/** A27: what falls due later cannot exceed the gross of its row, which would leave less than nothing for the other terms. */
export function termsBelowNothing(cells: readonly Cell[], sheets: Sheets): Finding[] {
  const own = cells.filter(({ form }) => form === '2057');
  const owed = own.filter(({ form, cell, column }) => column === 'gross' && sheets.amount(form, cell) >= 0n);
  return own.flatMap((one) => {
    const { form, cell, column, formula } = one;
    const amount = sheets.amount(form, cell);
    const isLeft = column !== 'gross' && owed.some((gross) => gross.cell === formula?.refs[0]?.cell);
    if (!isLeft || amount >= 0n) return [];
    const message = {
      en: `${form}.${cell}, ${labelOf(one).en}: ${amount}, the other terms exceed the gross`,
      fr: `${form}.${cell}, ${labelOf(one).fr} : ${amount}, les autres échéances dépassent le brut`,
    };
    return [{ code: 'A27', level: 'error', about: form, message } as const];
  });
}

/**
 * A16: what left the rows of 2054 otherwise than by an asset of 2059-A (accounts without assets, credit notes), and what
 * account 145 took back at the exits. Whole euros; nothing without a register.
 */
export function exitSums(cells: readonly Cell[], assets: ReturnFigures | undefined, { found }: Annexes) {
  if (!assets) return {};
  const ofAccounts = cells
    .filter(({ form, column }) => form === '2054' && column === 'disposal')
    .flatMap(({ form, cell }) => found.get(cellKey(form, cell))?.parts.filter(({ kind }) => kind === 'account') ?? [])
    .reduce((sum, { amount }) => sum + amount, 0n);
  const takenBack = assets.disposals.reduce((sum, { specialTakenBack }) => sum + specialTakenBack, 0n);
  return { otherExits: wholeEuros(ofAccounts + assets.creditNotes), specialAtExit: wholeEuros(takenBack) };
}

const COMPARED: Readonly<Record<string, readonly [string, ControlLevel]>> = {
  '2054': ['L07', 'error'],
  '2055': ['L08', 'error'],
  '2056': ['L09', 'warning'],
};

/** L07 to L09: where movements end, the ledger must stand. `ledger`: what the ledger holds for those cells. */
export const movementsOffLedger = (
  cells: readonly Cell[],
  sheets: Sheets,
  ledger: ReadonlyMap<string, bigint>,
): Finding[] =>
  cells.flatMap((one) => {
    const { form, cell, rules, formula } = one;
    const [code, level] = COMPARED[form] ?? [];
    if (!code || !level || !rules || !formula) return [];
    const [end, held] = [sheets.amount(form, cell), ledger.get(cellKey(form, cell)) ?? 0n];
    if (end === held) return [];
    const message = {
      en: `${form}.${cell}, ${labelOf(one).en}: movements end at ${end}, the ledger holds ${held}`,
      fr: `${form}.${cell}, ${labelOf(one).fr} : les mouvements donnent ${end}, les comptes ${held}`,
    };
    return [{ code, level, about: form, message }];
  });

const REOPENED: Readonly<Record<string, string>> = {
  '2054': 'A02',
  '2055': 'A04',
  '2056': 'A02',
  '2033C': 'A02',
  '2033D': 'A02',
};

/** A02, A04: each row starts where the return of the year before ended, when that one holds the row. */
export const startsOffLastEnd = (cells: readonly Cell[], sheets: Sheets, last: Values): Finding[] =>
  rowsOf(cells).flatMap(({ form, end, cells: row }) => {
    const [code, start] = [REOPENED[form], row.get('start')];
    const before = last.get(cellKey(form, end.cell));
    if (!code || !start || typeof before !== 'bigint') return [];
    const now = sheets.amount(form, start.cell);
    if (now === before) return [];
    const message = {
      en: `${form}.${start.cell}, ${labelOf(end).en}: starts at ${now}, the return before ended at ${before}`,
      fr: `${form}.${start.cell}, ${labelOf(end).fr} : débute à ${now}, la liasse précédente finissait à ${before}`,
    };
    return [{ code, level: 'warning', about: form, message } as const];
  });

interface AccountControl {
  readonly code: string;
  readonly prefix: RegExp;
  readonly when: (balance: bigint, year: number) => boolean;
  readonly message: Labels;
}

const REFORM = 2025; // regulation ANC 2022-06: exercises opened from 1 January 2025

const ACCOUNT_CONTROLS: readonly AccountControl[] = [
  {
    code: 'L14',
    prefix: /^53/,
    when: (balance) => balance < 0n,
    message: { en: 'cash account in credit', fr: 'caisse créditrice' },
  },
  {
    code: 'L14',
    prefix: /^(58|471)/,
    when: (balance) => balance !== 0n,
    message: { en: 'suspense account not at zero', fr: 'compte d’attente non soldé' },
  },
  {
    code: 'L18',
    prefix: /^(671|674|675|771|774|775|777|79|6812|4746|4747|4786|4787)/,
    when: (_, year) => year >= REFORM,
    message: { en: 'account of the chart before 2025', fr: 'compte du plan antérieur à 2025' },
  },
  {
    code: 'L18',
    prefix: /^(657|757|742|747|6582|7587|1673)/,
    when: (_, year) => year < REFORM,
    message: { en: 'account of the chart from 2025', fr: 'compte du plan applicable depuis 2025' },
  },
  {
    code: 'L23',
    prefix: /^12/,
    when: () => true,
    message: {
      en: 'earlier result not allocated: shown in retained earnings',
      fr: 'résultat antérieur non affecté : porté en report à nouveau',
    },
  },
];

/** Warnings on single accounts. */
export const accountFindings = (rows: readonly AccountBalance[], { start }: Exercise): Finding[] =>
  rows.flatMap(({ account, balance }) =>
    ACCOUNT_CONTROLS.filter(({ prefix, when }) => prefix.test(account) && when(balance, dayParts(start).year)).map(
      ({ code, message }) => ({
        code,
        level: 'warning' as const,
        about: account,
        message: {
          en: `${account}, ${balanceText(balance).en}: ${message.en}. Its lines: taxops ledger general --folder N --account ${account}`,
          fr: `${account}, ${balanceText(balance).fr} : ${message.fr}. Ses lignes : taxops ledger general --folder N --account ${account}`,
        },
      }),
    ),
  );

/** `12.50 in credit`. */
export function balanceText(balance: Cents): Labels {
  const amount = formatAmount(magnitude(balance));
  const [en, fr] = balance < 0n ? ['credit', 'crédit'] : ['debit', 'débit'];
  return { en: `${amount} in ${en}`, fr: `${amount.replace('.', ',')} au ${fr}` };
}

/** L18: codes of the forms of exercises from 2025 are those of the dictionary before it, not yet confirmed. */
export const unconfirmedCells = ({ start }: Exercise): Finding[] =>
  dayParts(start).year < REFORM
    ? []
    : [
        {
          code: 'L18',
          level: 'warning',
          about: '',
          message: {
            en: 'Cell codes of exercises opened from 2025 are not confirmed: check them with the channel.',
            fr: 'Les codes des zones des exercices ouverts depuis 2025 ne sont pas confirmés : vérifiez-les auprès du canal.',
          },
        },
      ];

/**
 * L17: the balance sheet reopens as it closed, account by account. Accounts 12 are left out: the opening holds the
 * result there, which the trial balance before closing still has in classes 6 and 7.
 */
export function openingFindings(
  closingBefore: readonly AccountBalance[],
  opening: readonly AccountBalance[],
): Finding[] {
  const differences = trialBalance([
    ...closingBefore.map(({ account, balance }) => ({ account, balance: -balance })),
    ...opening.map(({ account, balance }) => ({ account, balance })),
  ]);
  return differences
    .filter(({ account }) => /^[1-5]/.test(account) && !account.startsWith('12'))
    .map(({ account, balance }) => ({
      code: 'L17',
      level: 'warning' as const,
      about: account,
      message: {
        en: `${account}: the opening differs from the closing before by ${balanceText(balance).en}. Both: taxops ledger check --folder N`,
        fr: `${account} : l’ouverture diffère de la clôture précédente de ${balanceText(balance).fr}. Les deux : taxops ledger check --folder N`,
      },
    }));
}
