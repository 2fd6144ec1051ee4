/** What only a person knows: asked for by name while nothing was typed nor carried, with the command that gives it. */
import type { Exercise } from '../../../calendar/periods.ts';
import type { Finding } from '../../../forms/controls.ts';
import type { Liasse } from '../liasse.ts';

interface Ask {
  readonly code: string;
  readonly form: string;
  readonly en: string;
  readonly fr: string;
  /** Body of `declaration value set`, its values examples. */
  readonly body: object;
  readonly isAnswered: (filled: Liasse) => boolean;
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
  en: 'who holds 10 % of the capital or more is not known (GS: X when nobody does)',
  fr: 'les détenteurs d’au moins 10 % du capital ne sont pas connus (GS : X s’il n’y en a pas)',
  body: { Forms: { [form]: { Lines: [HOLDER], Cells: { GV: '1', GW: '100' } } } },
  isAnswered: hasLines(form),
});

const LOAN = { Account: '164000', Lender: 'Banque', FirstDay: '2024-01-01', Months: 60, Amount: 36_000, Rate: 3.5 };

const ASKS: readonly Ask[] = [
  holders('2059F'),
  holders('2033F'),
  {
    code: 'A09',
    form: '2057',
    en: 'the terms of the bank loans are not known: all of them stand within one year',
    fr: 'les échéances des emprunts bancaires ne sont pas connues : tout figure à un an au plus',
    body: { Facts: { Loans: [LOAN] } },
    isAnswered: ({ sheets, explained }) =>
      sheets.amount('2057', 'VH') === 0n ||
      'vhMid' in explained.annexes.readings ||
      ['YH', 'ZD'].some((cell) => explained.typed.cells.has(`2057.${cell}`)),
  },
];

/** Asked once: what is answered is carried to the next years. */
export const askedOf = (filled: Liasse, { end }: Exercise, folderId: number): Finding[] =>
  ASKS.filter(
    ({ form, isAnswered }) => filled.forms.some((content) => content.form === form) && !isAnswered(filled),
  ).map(({ code, form, en, fr, body }) => {
    const given = JSON.stringify({ DeclarationType: 'Liasse', EndDate: end, ...body });
    const command = `echo '${given}' | taxops declaration value set --folder ${folderId} --body -`;
    return {
      code,
      level: 'warning',
      about: form,
      message: { en: `${form}: ${en}. ${command}`, fr: `${form} : ${fr}. ${command}` },
    };
  });
