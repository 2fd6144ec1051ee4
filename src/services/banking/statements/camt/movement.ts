/**
 * One entry of a camt message as a movement. Its details become complements under the qualifiers of CFONB, so that
 * search, rules and reconciliation know one vocabulary. An entry of several details is one movement: each detail is then
 * a line of text, since no name or reference holds for all.
 */
import {
  type Complements,
  counterpartyIban,
  counterpartyName,
  type Detail,
  decodeComplements,
} from '../cfonb/complements.ts';
import type { Movement } from '../cfonb/movement.ts';
import type { Account } from '../cfonb/statement.ts';
import { operationCodeOf } from './operation-codes.ts';
import { dayOf, pick, type Scope, unitsOf } from './values.ts';

export interface Entry {
  /** Place in the file, from 1. */
  readonly record: number;
  readonly own: Scope;
  readonly details: readonly Scope[];
}

/** The sign is that of the money moved; `RvslInd` only says that it undoes something. */
export function entryUnits(own: Scope, decimals: number): number | null {
  const sign = pick(own, 'CdtDbtInd');
  return sign === 'CRDT' || sign === 'DBIT' ? unitsOf(pick(own, 'Amt'), decimals, sign === 'DBIT') : null;
}

/** Booked; what is pending or for information is in no balance. Absent in some messages that hold booked entries only. */
export const isBooked = (own: Scope): boolean => (pick(own, 'Sts', 'Sts/Cd') ?? 'BOOK') === 'BOOK';

export function movementOf({ record, own, details }: Entry, account: Account): Movement {
  const units = entryUnits(own, account.decimals);
  const [only] = details.length === 1 ? details : [];
  const shown = only ? singleDetail(only) : details.map(batchLine);
  const complements = only ? decodeComplements(shown) : NONE;
  const isCredit = (units ?? 0) >= 0;
  const returnCode = only ? pick(only, 'RtrInf/Rsn/Cd') : null;
  return {
    record,
    operationDate: dayOf(own, 'BookgDt') ?? dayOf(own, 'ValDt'),
    valueDate: dayOf(own, 'ValDt'),
    units,
    decimals: account.decimals,
    currencyCode: account.currencyCode,
    label: labelOf(own, details),
    operationCode: operationCodeOf(own, !isCredit),
    internalCode: null,
    rejectCode: returnCode,
    entryNumber: only ? pick(only, 'Refs/ChqNb') : null,
    reference: pick(own, 'AcctSvcrRef', 'NtryRef'),
    isCommissionExempt: false,
    isUnavailable: false,
    details: shown,
    complements,
    counterpartyName: counterpartyName(complements, isCredit, returnCode !== null),
    counterpartyIban: counterpartyIban(complements, isCredit, returnCode !== null),
  };
}

const NONE: Complements = {};

/** What a person reads: the bank's own text, else what the payer wrote, else who it was. */
function labelOf(own: Scope, details: readonly Scope[]): string {
  const first = details[0] ?? NO_SCOPE;
  const text = pick(own, 'AddtlNtryInf') ?? pick(first, 'AddtlTxInf', 'RmtInf/Ustrd') ?? partyOf(first);
  return (text ?? pick(own, 'BkTxCd/Domn/Fmly/SubFmlyCd', 'AcctSvcrRef') ?? '').replace(/\s+/g, ' ').trim();
}

const NO_SCOPE: Scope = new Map();

const partyOf = (detail: Scope): string | null =>
  pick(detail, ...['Dbtr', 'Cdtr'].flatMap((role) => [`RltdPties/${role}/Nm`, `RltdPties/${role}/Pty/Nm`]));

/** Paths of a detail by the qualifier that holds their value; the second level of parties is that of version 8. */
const QUALIFIED: readonly (readonly [qualifier: string, ...paths: string[]])[] = [
  ['NPY', 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'],
  ['NBE', 'RltdPties/Cdtr/Nm', 'RltdPties/Cdtr/Pty/Nm'],
  ['NPO', 'RltdPties/UltmtDbtr/Nm', 'RltdPties/UltmtDbtr/Pty/Nm'],
  ['NBU', 'RltdPties/UltmtCdtr/Nm', 'RltdPties/UltmtCdtr/Pty/Nm'],
  ['CPY', 'RltdPties/DbtrAcct/Id/IBAN'],
  ['CBE', 'RltdPties/CdtrAcct/Id/IBAN'],
  ['RCN', 'Refs/EndToEndId'],
  ['LCS', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/RfrdDocInf/Nb'],
  ['RUM', 'Refs/MndtId'],
];

/** A complement holds 70 characters. */
const COMPLEMENT = 70;

function singleDetail(detail: Scope): Detail[] {
  const found = QUALIFIED.flatMap(([qualifier, ...paths]) => {
    const text = pick(detail, ...paths);
    return text === null ? [] : [{ qualifier, text: text.slice(0, COMPLEMENT) }];
  });
  const references = [pick(detail, 'Refs/PmtInfId'), pick(detail, 'Refs/InstrId', 'Refs/TxId')];
  if (references.some((text) => text !== null)) {
    found.push({
      qualifier: 'REF',
      text: references
        .map((text) => (text ?? '').padEnd(35))
        .join('')
        .trimEnd(),
    });
  }
  const remittance = pick(detail, 'RmtInf/Ustrd') ?? '';
  for (const [index, qualifier] of ['LCC', 'LC2'].entries()) {
    const text = remittance.slice(index * COMPLEMENT, (index + 1) * COMPLEMENT);
    if (text !== '') found.push({ qualifier, text });
  }
  return found;
}

/** A detail among several: amount, party, references, text. */
function batchLine(detail: Scope): Detail {
  const parts = [
    pick(detail, 'Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'),
    partyOf(detail),
    pick(detail, 'Refs/EndToEndId'),
    pick(detail, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref'),
  ];
  return { qualifier: 'LIB', text: parts.filter((part) => part !== null).join(' ') };
}
