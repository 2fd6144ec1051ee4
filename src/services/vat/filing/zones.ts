/** How the boxes of filled VAT forms are sent: each by its type, in the order of the form. */
import type { FilledCell, FilledForm } from '../../edi/assemble.ts';
import { ediErrors } from '../../edi/errors.ts';
import { sanitise } from '../../edi/text.ts';
import { type VatBox, vatEditionOf } from '../../forms/vat-boxes.ts';
import { type BoxValue, type FilledForms, type FormBoxes, inFormOrder, type Scalar } from '../../forms/vat-sheets.ts';
import { compactIban, plainBic } from '../bank-account.ts';
import { vatErrors } from '../errors.ts';
import type { RefundRequest } from '../return/inputs.ts';
import { askedAccount, partsOf } from '../return/refund-account.ts';

export interface SentForms {
  readonly forms: FilledForms;
  /** Two digits of the year of a form. */
  readonly millesimeOf: (form: string) => number;
  /** Who asks for a refund, and where it goes: the boxes hold the first part alone. */
  readonly refund?: RefundRequest | undefined;
}

/** The forms that hold something. Throws BoxUnknown when a box has no EDI zone in its year, EdiInvalid. */
export function sentForms({ forms: filled, millesimeOf, refund }: SentForms): FilledForm[] {
  const forms = withAccount(filled, refund);
  const unknown = [...forms].flatMap(([form, boxes]) =>
    [...boxes.keys()].filter((zone) => !boxesOf(form, millesimeOf).has(zone)).map((zone) => `_${form}.${zone}`),
  );
  if (unknown.length > 0) throw vatErrors.BoxUnknown({ boxes: unknown.join(', ') });
  return [...forms]
    .map(([form, boxes]) => sentForm(form, boxes, { millesime: millesimeOf(form), refund }))
    .filter(({ cells, repeated }) => Object.keys(cells).length > 0 || repeated.length > 0);
}

/** The yearly form has the account in no computed box. */
function withAccount(forms: FilledForms, refund: RefundRequest | undefined): FilledForms {
  const yearly = forms.get('3517DDR');
  if (!yearly || yearly.has('AK') || refund?.iban === undefined) return forms;
  return new Map([...forms, ['3517DDR', new Map([...yearly, ['AK', refund.iban]])]]);
}

const boxesOf = (form: string, millesimeOf: SentForms['millesimeOf']): ReadonlyMap<string, VatBox> =>
  vatEditionOf(millesimeOf(form)).get(form) ?? new Map();

interface Sending {
  readonly millesime: number;
  readonly refund: RefundRequest | undefined;
}

function sentForm(form: string, boxes: FormBoxes, { millesime, refund }: Sending): FilledForm {
  const edition = vatEditionOf(millesime);
  const values = [...inFormOrder(boxes, form, edition)].flatMap(([zone, value]) => {
    const box = edition.get(form)?.get(zone);
    return box ? sentValues(box, value).map(({ rank, one }) => ({ box, rank, cell: cellOf(box, one, refund) })) : [];
  });
  const row = (wanted: (value: (typeof values)[number]) => boolean): Record<string, FilledCell> =>
    Object.fromEntries(values.filter(wanted).map(({ box, cell }) => [box.zone, cell]));
  const ranks = values.filter(({ box }) => box.repeats).map(({ rank }) => rank);
  return {
    form,
    millesime: String(millesime).padStart(2, '0'),
    cells: row(({ box }) => !box.repeats),
    repeated: Array.from({ length: Math.max(0, ...ranks) }, (_, index) =>
      row(({ box, rank }) => box.repeats && rank === index + 1),
    ),
  };
}

/** With their rank, from 1; what is empty, and what must not be sent as 0, is left out. */
const sentValues = (box: VatBox, value: BoxValue): { readonly rank: number; readonly one: Scalar }[] =>
  (typeof value === 'object' ? value : [value])
    .map((one, index) => ({ rank: index + 1, one }))
    .filter(({ one }) => one !== '' && !(one === 0n && (box.repeats || isLeftOutAt0(box))));

/** Lines of the CA3 that the authority refuses as 0: imports, single taxable person, coefficient, petroleum. */
const LEFT_OUT_AT_0: readonly string[] = ['A4', 'F9', '22A', 'P1', 'P2'];
const IMPORT_LINE = /^I[1-6]$/;

const isLeftOutAt0 = ({ form, line, kind }: VatBox): boolean =>
  form === '3310CA3' && (LEFT_OUT_AT_0.includes(line) || (IMPORT_LINE.test(line) && kind === 'base'));

function cellOf(box: VatBox, value: Scalar, refund: RefundRequest | undefined): FilledCell {
  const text = String(value);
  if (box.type === 'FTX') return freeText(box, text);
  if (box.type === 'FII') return accountOf(text, refund);
  return box.type === 'NAD' ? personOf(box, text, refund) : text;
}

/** Five texts of 512 characters. */
const LONGEST_TEXT = 5 * 512;

function freeText({ form, zone }: VatBox, text: string): FilledCell {
  const { length } = sanitise(text);
  if (length <= LONGEST_TEXT) return { kind: 'texts', texts: [text] };
  const path = `_${form}.${zone}`;
  const message = `${length} characters, ${LONGEST_TEXT} at most`;
  throw ediErrors.EdiInvalid({ count: 1, places: path }, [{ path, code: 'TextTooLong', message }]);
}

function accountOf(text: string, refund: RefundRequest | undefined): FilledCell {
  const { iban, bic, holder } = askedAccount(text, refund);
  return { kind: 'account', account: { iban: compactIban(iban), bic: plainBic(bic), holder } };
}

/** The representative of a firm outside the EU; everybody else is the applicant. */
const personAsked = ({ zone }: VatBox, refund: RefundRequest | undefined) =>
  zone === 'DC' ? refund?.representative : refund?.applicant;

function personOf(box: VatBox, text: string, refund: RefundRequest | undefined): FilledCell {
  const asked = personAsked(box, refund);
  const [name, quality, place] = text === asked?.name ? [text, asked.quality, asked.place] : partsOf(text);
  return { kind: 'name', name: { designation: name, designation2: quality, address: { town: place } } };
}
