/** Controls run on filled forms before sending. An error blocks the sending, a warning becomes a reminder. */

import type { Exercise } from '../calendar/periods.ts';
import { dayParts } from '../kernel/dates.ts';
import type { Labels } from '../kernel/errors.ts';
import { trialBalance } from './allocation.ts';
import { type Cell, cellKey } from './cell-table.ts';
import { type Comparison, parseComparison } from './formula.ts';
import type { AccountBalance } from './ledger-rule.ts';
import type { Sheets } from './sheets.ts';

export type ControlLevel = 'error' | 'warning';

/** Codes L01 to L19 are ours: the official numbers are not public. */
export interface Finding {
  readonly code: string;
  readonly level: ControlLevel;
  /** The form it is about, or the account. */
  readonly about: string;
  readonly message: Labels;
}

interface Control {
  readonly code: string;
  readonly level: ControlLevel;
  readonly comparison: Comparison;
}

const control = (code: string, level: ControlLevel, text: string): Control => ({
  code,
  level,
  comparison: parseComparison(text),
});

/** A control counts when every form it names is in the return and every parameter is given. */
const CONTROLS: readonly Control[] = [
  control('L02', 'error', '2050.GJ = 2051.EE'),
  control('L02', 'error', '2033A.CR = 2033A.FS'),
  control('L03', 'error', '2051.DI = 2053.HN'),
  control('L03', 'error', '2053.HN = 2058A.WA - 2058A.WS'),
  control('L03', 'error', '2033A.FG = 2033B.CC'),
  control('L03', 'error', '2033B.CC = 2033B.CD - 2033B.ED'),
  control('L06', 'error', '2053.HN = 2052.GW + 2053.HI - 2053.HJ - 2053.HK'),
  control('L07', 'error', '2054.RL = 2050.BJ'),
  control('L08', 'warning', '2055.TB = 2052.GA'),
  control('L09', 'warning', '2056.UB = 2052.GB + 2052.GC + 2052.GD + 2052.GQ + 2053.HG'),
  control('L10', 'warning', '2057.VT = 2050.BB + 2050.BF + 2050.BH + 2050.BX + 2050.BZ + 2050.CB + 2050.CH'),
  control('L10', 'warning', '2057.VY = 2051.EC - 2051.DW'), // advances received have no line there
  control('L11', 'error', '2058C.AL = 2058C.ZH'),
  control('L11', 'error', '2058C.ZJ = 2052.FW'),
  control('L11', 'error', '2058C.YX = 2052.FX'),
  control('L12', 'error', '2058B.DQ = $lossesLeft'),
  control('L12', 'error', '2058B.DP = 2058A.XL'),
  control('L12', 'error', '2033D.PG = $lossesLeft'),
  control('L13', 'error', '2058A.WA * 2058A.WS = 0'),
  control('L13', 'error', '2058A.XI * 2058A.XJ = 0'),
  control('L13', 'error', '2058A.XN * 2058A.XO = 0'),
  control('L14', 'warning', '2051.DA >= 0'),
  control('L14', 'warning', '2033A.FA >= 0'),
  control('L15', 'warning', 'abs($bookedTax - 2572.GE) <= 1'),
  control('L16', 'error', '2572.CA * 2572.DA = 0'),
  control('L16', 'error', '2572.EA + 2572.PG <= 2572.DA'),
  control('L16', 'error', '2572.PK <= 2572.CA'),
  control('L16', 'warning', '2572.RT = $instalmentsPaid'),
  control('L19', 'error', '2059E.AF >= 0'),
  control('L19', 'error', '2059E.GB = 1330CVAE.AB'),
  control('L19', 'error', '2059E.GB = 1329DEF.BA'),
  control('L19', 'error', '2033E.AF >= 0'),
  control('L19', 'error', '2033E.GB = 1330CVAE.AB'),
  control('L19', 'error', '2033E.GB = 1329DEF.BA'),
  // CGI 209 I: losses are set against one million and half of the profit above it. CGI 220 quinquies: one million back.
  control('L20', 'error', '2058A.XL <= min(2058A.XI, 1000000 + max(2058A.XI - 1000000, 0) * 50%)'),
  control('L20', 'error', '2058A.ZL <= min(2058A.XJ, 1000000)'),
  control('L20', 'error', '2033B.EP <= min(2033B.CM, 1000000 + max(2033B.CM - 1000000, 0) * 50%)'),
  control('L20', 'error', '2033B.CN <= min(2033B.EM, 1000000)'),
  control('L20', 'error', '2058B.DP <= 2058B.DQ + 2058B.AL'),
  control('L20', 'error', '2033D.PH <= 2033D.PG'),
  control('L21', 'error', '2571.FA + 2571.FH <= 2571.CH'),
  control('L21', 'error', '2571.FH * (1 - set(2571.FK) * set(2571.FM)) = 0'),
  control('L22', 'error', '1329AC.DA <= 1329AC.CB'),
  control('L22', 'error', '1329DEF.DA <= 1329DEF.CB'),
];

/** Every control that does not hold. */
export function runControls(sheets: Sheets): Finding[] {
  const scope = sheets.scope('');
  return CONTROLS.flatMap(({ code, level, comparison }) => {
    const { refs, parameters, text } = comparison;
    const applies = refs.every(({ form }) => sheets.has(form)) && parameters.every((name) => sheets.hasParameter(name));
    if (!applies || comparison.holds(scope)) return [];
    const message = { en: `Does not hold: ${text}`, fr: `N’est pas vérifié : ${text}` };
    return [{ code, level, about: refs[0]?.form ?? '', message }];
  });
}

/** L05: what is deducted cannot exceed the gross of its line; nets of the form `gross - deduction` show the pairs. */
export function deductionsAboveGross(cells: readonly Cell[], sheets: Sheets): Finding[] {
  const lines = new Set(cells.filter(({ rules }) => rules).map(({ form, cell }) => cellKey(form, cell))); // no totals
  return cells.flatMap(({ form, column, label, formula }) => {
    const [gross, deduction] = formula?.refs ?? [];
    if (column !== 'net' || !gross || !deduction || !lines.has(cellKey(form, gross.cell))) return [];
    if (sheets.amount(form, deduction.cell) <= sheets.amount(form, gross.cell)) return [];
    const message = { en: `${label}: deduction above gross`, fr: `${label} : amortissements supérieurs au brut` };
    return [{ code: 'L05', level: 'warning', about: form, message } as const];
  });
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
  cells.flatMap(({ form, cell, label, rules, formula }) => {
    const [code, level] = COMPARED[form] ?? [];
    if (!code || !level || !rules || !formula) return [];
    const [end, held] = [sheets.amount(form, cell), ledger.get(cellKey(form, cell)) ?? 0n];
    if (end === held) return [];
    const message = {
      en: `${label}: movements end at ${end}, the ledger holds ${held}`,
      fr: `${label} : les mouvements donnent ${end}, les comptes ${held}`,
    };
    return [{ code, level, about: form, message }];
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
        message: { en: `${account}: ${message.en}`, fr: `${account} : ${message.fr}` },
      }),
    ),
  );

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
        en: `${account}: the opening differs from the closing before by ${balance} cents`,
        fr: `${account} : l’ouverture diffère de la clôture précédente de ${balance} centimes`,
      },
    }));
}
