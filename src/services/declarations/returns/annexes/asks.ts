/** What only a person knows: asked for by name while nothing was typed nor carried, with the command that gives it. */
import type { Exercise } from '../../../calendar/periods.ts';
import type { Finding } from '../../../forms/controls.ts';
import type { Liasse } from '../liasse.ts';

interface Ask {
  readonly code: string;
  readonly form: string;
  readonly en: string;
  readonly fr: string;
  /** Body of `declaration value add`, its values examples but for what is known. */
  readonly body: object | ((filled: Liasse, known: Known) => object);
  readonly isAnswered: (filled: Liasse, known: Known) => boolean;
}

/** What the return itself does not tell. */
export interface Known {
  /** Whether it is known that the company may, or may not, use the reduced rate. */
  readonly reducedRate: boolean;
  /** What the return of the year before would leave as it is known here, where none is kept. */
  readonly lossesBefore: bigint;
}

const hasLines =
  (form: string) =>
  ({ sheets }: Liasse): boolean =>
    (sheets.lines.get(form)?.length ?? 0) > 0 || sheets.text(form, 'GS') !== undefined;

const HOLDER = {
  BA: 'MME MARTIN Anne 12 rue des Lilas 69002 Lyon',
  BG: 'Lyon 69 France',
  BE: '1980-01-31',
  BD: '100',
  BR: '100',
};

const holders = (form: string): Ask => ({
  code: 'L27',
  form,
  en: 'who holds 10 % of the capital or more is not known (GS: X when there is none)',
  fr: 'les détenteurs d’au moins 10 % du capital ne sont pas connus (GS : X s’il n’y en a pas)',
  body: { Forms: { [form]: { Lines: [HOLDER], Cells: { GV: '1', GW: '100' } } } },
  isAnswered: hasLines(form),
});

const HELD = { GA: '732829320 MERLAN SAS 12 rue des Lilas 69002 Lyon', GR: '60' };

/** Shares that are kept for the long term (261), in the cell of the balance sheet that holds them. */
const ownsShares = ({ explained }: Liasse, cell: string): boolean =>
  explained.held.get(cell)?.some(({ row }) => row.account.startsWith('261')) ?? false;

const companies = (form: string, cell: string): Ask => ({
  code: 'L27',
  form,
  en: 'the books hold shares (261), and the companies held at 10 % or more are not known (GS: X when there are none)',
  fr: 'les comptes portent des titres (261), et les sociétés détenues à 10 % au moins ne sont pas connues (GS : X s’il n’y en a pas)',
  body: { Forms: { [form]: { Lines: [HELD], Cells: { GT: '1' } } } },
  isAnswered: (filled) => !ownsShares(filled, cell) || hasLines(form)(filled),
});

/** Up to this turnover, brought to 12 months, no 1330-CVAE is due (CGI 1586 octies). */
const NO_CVAE_RETURN = 152_500n;

/** A 1330-CVAE is due, or the company has one establishment and ticks KA in its place. */
const establishments = (form: string): Ask => ({
  code: 'A25',
  form,
  en: 'the turnover (KD) exceeds 152 500, and neither KA says that the company has one establishment nor does a 1330-CVAE go with the return: tick KA, or type the 1330CVAE with a line for each establishment',
  fr: 'le chiffre d’affaires (KD) dépasse 152 500, et ni KA ne dit que l’entreprise est mono-établissement ni un 1330-CVAE n’accompagne la liasse : cochez KA, ou saisissez le 1330CVAE avec une ligne par établissement',
  body: { Forms: { [form]: { Cells: { KA: 'X' } } } },
  isAnswered: ({ sheets, forms }) =>
    sheets.amount(form, 'KD') <= NO_CVAE_RETURN ||
    sheets.text(form, 'KA') !== undefined ||
    forms.some((content) => content.form === '1330CVAE'),
});

const LOAN = { Lender: 'Banque', FirstDay: '2024-01-01', Months: 60, Amount: 36_000, Rate: 3.5 };

/** Bank loans of the books, in the cell that holds them. */
const bankLoans = ({ explained }: Liasse, cell: string): readonly string[] => [
  ...new Set(
    explained.held
      .get(cell)
      ?.map(({ row }) => row.account)
      .filter((account) => account.startsWith('164')),
  ),
];

/** One loan for each account of the books; a debt that was typed has none. */
const termsOf =
  (cell: string) =>
  (filled: Liasse): object => {
    const accounts = bankLoans(filled, cell);
    return { Facts: { Loans: (accounts.length > 0 ? accounts : ['164000']).map((Account) => ({ Account, ...LOAN })) } };
  };

/** Form 2033 has no rows of terms: one cell of what is due after one year. */
const owesBanks = (filled: Liasse): boolean => bankLoans(filled, '2033A.FL').length > 0;

/** Losses left are typed, known by the last return, or of nobody who pays company tax (CGI 209 I). */
const areLossesKnown = ({ forms, sheets, explained }: Liasse, key: string): boolean =>
  sheets.hasParameter('lossesLeft') ||
  explained.typed.cells.has(key) ||
  !forms.some((content) => content.form === '2065');

const hasRetainedLosses = ({ explained }: Liasse, cell: string): boolean =>
  explained.held.get(cell)?.some(({ row }) => /^1[12]9/.test(row.account)) ?? false;

/** Retained losses (119, 129) leave losses to carry forward, which the books do not hold. */
const losses = (form: string, cell: string, retained: string): Ask => ({
  code: 'L12',
  form,
  en: `the books hold losses of earlier years (119, 129), and those left to carry forward are not known: none stands in ${cell}`,
  fr: `les comptes portent des pertes antérieures (119, 129), et les déficits restant à reporter ne sont pas connus : rien ne figure en ${cell}`,
  body: { Facts: { LossesLeft: 0 } },
  isAnswered: (filled) => areLossesKnown(filled, `${form}.${cell}`) || !hasRetainedLosses(filled, retained),
});

/** A tax loss needs no loss in the books: what is deducted besides makes one, too. */
const lossesBefore = (form: string, cell: string, retained: string): Ask => ({
  code: 'L12',
  form,
  en: `the return of the year before is not kept here, and as its books and declared values stand it leaves losses to carry forward: none stands in ${cell}`,
  fr: `la liasse de l’exercice précédent n’est pas conservée ici, et ses comptes et valeurs déclarées laissent des déficits à reporter : rien ne figure en ${cell}`,
  body: (_, known) => ({ Facts: { LossesLeft: Number(known.lossesBefore) } }),
  isAnswered: (filled, known) =>
    known.lossesBefore === 0n || areLossesKnown(filled, `${form}.${cell}`) || hasRetainedLosses(filled, retained),
});

const ASKS: readonly Ask[] = [
  {
    code: 'L29',
    form: '2065',
    en: 'whether the capital is paid and held for 75 % by natural persons is not known: all the profit stands at the normal rate',
    fr: 'il n’est pas dit si le capital est libéré et détenu à 75 % par des personnes physiques : tout le bénéfice est au taux normal',
    body: { Facts: { CapitalPaidAndHeldByPersons: true } },
    isAnswered: ({ sheets }, { reducedRate }) => reducedRate || sheets.amount('2065', 'HA') <= 0n,
  },
  losses('2058B', 'DQ', '2051.DH'),
  losses('2033D', 'PG', '2033A.FF'),
  lossesBefore('2058B', 'DQ', '2051.DH'),
  lossesBefore('2033D', 'PG', '2033A.FF'),
  holders('2059F'),
  holders('2033F'),
  companies('2059G', '2050.CU'),
  companies('2033G', '2033A.AD'),
  establishments('2059E'),
  establishments('2033E'),
  {
    code: 'A09',
    form: '2057',
    en: 'the terms of the bank loans are not known: all of them stand within one year',
    fr: 'les échéances des emprunts bancaires ne sont pas connues : tout figure à un an au plus',
    body: termsOf('2057.VH'),
    isAnswered: ({ sheets, explained }) =>
      sheets.amount('2057', 'VH') === 0n ||
      'vhMid' in explained.annexes.readings ||
      ['YH', 'ZD'].some((cell) => explained.typed.cells.has(`2057.${cell}`)),
  },
  {
    code: 'A09',
    form: '2033A',
    en: 'the terms of the bank loans are not known: none of them stands as due after one year (JA)',
    fr: 'les échéances des emprunts bancaires ne sont pas connues : rien ne figure à plus d’un an (JA)',
    body: termsOf('2033A.FL'),
    isAnswered: (filled) =>
      !owesBanks(filled) ||
      (filled.explained.annexes.readings.debtsAfterOneYear?.parts.length ?? 0) > 0 ||
      filled.explained.typed.cells.has('2033A.JA'),
  },
];

/** Asked once: what is answered is carried to the next years. */
export const askedOf = (filled: Liasse, { end }: Exercise, folderId: number, known: Known): Finding[] =>
  ASKS.filter(
    ({ form, isAnswered }) => filled.forms.some((content) => content.form === form) && !isAnswered(filled, known),
  ).map(({ code, form, en, fr, body }) => {
    const given = JSON.stringify({
      DeclarationType: 'Liasse',
      EndDate: end,
      ...(typeof body === 'function' ? body(filled, known) : body),
    });
    const command = `echo '${given}' | taxops declaration value add --folder ${folderId} --body -`;
    return {
      code,
      level: 'warning',
      about: form,
      message: { en: `${en}. ${command}`, fr: `${fr}. ${command}` },
    };
  });
