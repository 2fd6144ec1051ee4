/** From filled forms and identities to the declaration that is deposited: TDFC returns, payments, VAT. */
import type { PlainDate } from '../kernel/dates.ts';
import { ediErrors } from './errors.ts';
import {
  type BankAccount,
  companionReference,
  type Declarant,
  type EdiDeclaration,
  type EdiForm,
  type NameAndAddress,
  type Party,
  type Procedure,
  value,
  type Zone,
  type ZoneContent,
} from './xml-edi.ts';

/** Whole euros as a number, a day yyyyMMdd, a tick or a text as it is; what has parts, such as an account, in its parts. */
export type FilledCell = number | string | ZoneContent;

export interface FilledForm {
  readonly form: string;
  readonly millesime: string;
  readonly cells: Readonly<Record<string, FilledCell>>;
  readonly repeated: readonly Readonly<Record<string, FilledCell>>[];
}

/** How a cell is sent: a free text, a name and a place (NIC and town) have elements of their own; the rest are values. */
export type CellKind = 'value' | 'text' | 'name' | 'place';

export interface Period {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

interface Filing {
  /** `INFENT…`, 35 characters at most, unique in the deposit. */
  readonly reference: string;
  readonly declarant: Declarant;
  /** The accounting firm; its role code is set here. */
  readonly writer: Party;
  readonly partner?: Party | undefined;
  readonly period: Period;
  readonly forms: readonly FilledForm[];
  readonly kindOf?: ((form: string, cell: string) => CellKind) | undefined;
}

export interface ReturnFiling extends Filing {
  readonly type: 'IDF' | 'CVA';
  /** Category of income: BIC, BNC, BA; IS for a company liable to corporation tax, whose income is commercial. */
  readonly category: string;
  readonly regime: 'RN' | 'RS';
  /** Months of the exercise, and of the one before with its closing. */
  readonly months: number;
  readonly before?: { readonly months: number; readonly end: PlainDate } | undefined;
  /** NAF code, with its dot or without: 62.02A. */
  readonly activityCode?: string | undefined;
  /** Sent before the accounts are final. */
  readonly isProvisional?: boolean | undefined;
}

export interface Payment extends BankAccount {
  /** Whole euros, above 0. */
  readonly amount: number;
  /** 31 characters at most; made of the obligation, the period and the form unless given. */
  readonly reference?: string | undefined;
}

interface PaidFiling extends Filing {
  /** Three accounts at most; together they pay `toPay`. */
  readonly payments: readonly Payment[];
  /** Whole euros that the forms leave to pay. */
  readonly toPay: number;
}

export interface PaymentFiling extends PaidFiling {
  readonly type: 'IS' | 'CVA';
}

export interface VatFiling extends PaidFiling {
  /** IDT: a return or an instalment. RBT: a refund, which is a declaration of its own and carries no payment. */
  readonly type: 'IDT' | 'RBT';
  /** Day of transfer or closing of the business. */
  readonly closing?: PlainDate | undefined;
  /** Payment deposit of the head of a consolidation group. */
  readonly isGroupHead?: boolean | undefined;
  /** Day of reorganisation. */
  readonly reorganisation?: PlainDate | undefined;
  /** Any day of the month that an instalment (3514, 3525-BIS) falls due in. */
  readonly dueMonth?: PlainDate | undefined;
}

/** The forms of the CVAE return: a declaration of its own, whatever return they are filed with. */
const CVAE_FORM = /^1330CVAE/;

/** Its obligation, as the authority names the first of a company. */
const CVAE_OBLIGATION = 'CVAE1';

/** A result return with its tables, and the CVAE return when its forms are filled: another declaration of the file. */
export function returnDeclarations(filing: ReturnFiling): EdiDeclaration[] {
  const { forms, declarant, reference } = filing;
  const result = forms.filter(({ form }) => !CVAE_FORM.test(form));
  const cvae = forms.filter(({ form }) => CVAE_FORM.test(form));
  if (cvae.length === 0) return [returnDeclaration(filing)];
  const second = { ...filing, type: 'CVA', reference: companionReference(reference, 'CVA'), forms: cvae } as const;
  return [
    returnDeclaration({ ...filing, forms: result }),
    returnDeclaration({ ...second, declarant: { ...declarant, rof: CVAE_OBLIGATION } }),
  ];
}

/** A result return with its tables (EDI-TDFC), or a 1330-CVAE, identified by form F-IDENTIF. */
export function returnDeclaration(filing: ReturnFiling): EdiDeclaration {
  const { before, activityCode, isProvisional } = filing;
  return declarationOf(filing, 'TDFC', [
    name('AA', identityOf(filing.declarant)),
    ...(activityCode ? [value('AB', activityCode.replace('.', ''))] : []),
    value('BA', filing.category === 'IS' ? 'BIC' : filing.category),
    value('BB', filing.regime),
    value('BC', filing.category === 'IS' ? 'IS' : 'IR'),
    ...(isProvisional ? [value('BF', 'X')] : []),
    ...periodZones(filing.period),
    value('CC', String(filing.months)),
    ...(before ? [value('CD', compact(before.end)), value('CE', String(before.months))] : []),
    { id: 'DA', content: { kind: 'currency', currency: 'EUR' } },
    value('KD', filing.declarant.rof),
  ]);
}

/** A payment of company tax or CVAE (EDI-Paiement), identified by form P-IDENTIF. Throws EdiInvalid. */
export function paymentDeclaration(filing: PaymentFiling): EdiDeclaration {
  const { declarant, period, payments, toPay } = filing;
  if (toPay > 0 && payments.length === 0) {
    throw paymentsRefused(filing, `control 018: an account to debit for ${toPay} euros is expected`);
  }
  return declarationOf(filing, 'PAYE', [
    name('AA', identityOf(declarant)),
    ...periodZones(period),
    ...paymentZones(filing),
    value('KD', declarant.rof),
  ]);
}

/** A return, an instalment or a refund of VAT (EDI-TVA), identified by form T-IDENTIF. Throws EdiInvalid. */
export function vatDeclaration(filing: VatFiling): EdiDeclaration {
  const { declarant, period, closing, isGroupHead, reorganisation, dueMonth } = filing;
  return declarationOf(filing, 'TVA', [
    name('AA', identityOf(declarant)),
    ...(closing ? [value('BB', compact(closing))] : []),
    ...(isGroupHead ? [value('BC', 'X')] : []),
    ...periodZones(period),
    ...paymentZones(filing),
    value('KD', declarant.rof),
    ...(reorganisation ? [value('KE', compact(reorganisation))] : []),
    ...(dueMonth ? [value('KF', compact(dueMonth).slice(0, 6))] : []),
  ]);
}

/** Account, amount and reference of each payment: GA HA KA, GB HB KB, GC HC KC. Throws EdiInvalid. */
function paymentZones(filing: PaidFiling): Zone[] {
  checkPayments(filing);
  const { declarant, period, payments, forms } = filing;
  const label = `${declarant.rof}-${compact(period.start)}-${compact(period.end)}-${forms[0]?.form ?? ''}`;
  return payments.flatMap(({ amount, reference = label.slice(0, 31), ...account }, index): Zone[] => {
    const letter = 'ABC'.charAt(index);
    return [
      { id: `G${letter}`, content: { kind: 'account', account } },
      value(`H${letter}`, String(amount)),
      value(`K${letter}`, reference),
    ];
  });
}

/** Three payments at most; when there are any, they pay what is left to pay, no more and no less. */
function checkPayments(filing: PaidFiling): void {
  const { payments, toPay } = filing;
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (payments.length === 0 || (payments.length <= 3 && paid === toPay)) return;
  throw paymentsRefused(filing, `three payments at most, ${toPay} in all, are expected: ${payments.length} of ${paid}`);
}

function paymentsRefused({ reference }: PaidFiling, message: string) {
  const issues = [{ path: `${reference}.payments`, code: 'PaymentsInvalid', message }];
  return ediErrors.EdiInvalid({ count: 1, places: 'payments' }, issues);
}

function declarationOf(
  filing: Filing & { readonly type: string },
  suffix: Procedure,
  zones: readonly Zone[],
): EdiDeclaration {
  const { type, reference, declarant, writer, partner, forms, kindOf = () => 'value' } = filing;
  return {
    type,
    reference,
    declarant,
    writer: { ...writer, designation: `CEC_EDI_${suffix}`, designation2: writer.designation },
    ...(partner && { partner }),
    recipients: [{ designation: `DGI_EDI_${suffix}` }],
    identification: { millesime: forms[0]?.millesime ?? '', zones },
    forms: forms.map((form) => ediForm(form, kindOf)),
  };
}

const compact = (day: PlainDate): string => day.replaceAll('-', '');

const periodZones = ({ start, end }: Period): Zone[] => [value('CA', compact(start)), value('CB', compact(end))];

const name = (id: string, content: NameAndAddress): Zone => ({ id, content: { kind: 'name', name: content } });

const identityOf = ({ identifier, designation, address }: Declarant): NameAndAddress => ({
  identifier,
  designation,
  ...(address && { address }),
});

function ediForm({ form, millesime, cells, repeated }: FilledForm, kindOf: NonNullable<Filing['kindOf']>): EdiForm {
  const single = Object.entries(cells).map(([id, cell]) => ({ id, content: contentOf(cell, kindOf(form, id)) }));
  return { name: form, millesime, zones: [...single, ...linesOf(form, repeated, kindOf)] };
}

/** Lines become one zone per cell, its occurrences numbered by line. */
function linesOf(form: string, lines: FilledForm['repeated'], kindOf: NonNullable<Filing['kindOf']>): Zone[] {
  const ids = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return ids.map((id) => ({
    id,
    content: {
      kind: 'occurrences',
      occurrences: lines.flatMap((line, index) => {
        const cell = line[id];
        return cell === undefined ? [] : [{ number: index + 1, content: contentOf(cell, kindOf(form, id)) }];
      }),
    },
  }));
}

function contentOf(cell: FilledCell, kind: CellKind): ZoneContent {
  if (typeof cell === 'object') return cell;
  const text = String(cell);
  if (kind === 'name') return { kind: 'name', name: { designation: text } };
  if (kind === 'place')
    return { kind: 'name', name: { identifier: text.slice(0, 5), address: { town: text.slice(6) } } };
  return kind === 'value' ? { kind: 'value', value: text } : { kind: 'texts', texts: [text] };
}
