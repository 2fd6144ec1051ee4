/** The file of a stored return. */
import type { WrittenEdi } from '../../edi/xml-edi-write.ts';
import type { Address } from '../../folders/store.ts';
import { VAT_OBLIGATION, vatDeposit } from './deposit.ts';
import type { VatDraft } from './draft.ts';

interface Envelope {
  readonly isTest: boolean;
  readonly reference: string;
}

/** Throws BoxUnknown, PaymentsInvalid, EdiInvalid. */
export function fileOf({ folder, company, group, ...draft }: VatDraft, envelope: Envelope): WrittenEdi {
  const { rof = VAT_OBLIGATION, ...identified } = draft.identification;
  return vatDeposit({
    ...envelope,
    ...identified,
    writer: { identifier: company.siret ?? undefined, designation: company.name, address: addressOf(company) },
    declarant: { identifier: folder.siren ?? undefined, designation: folder.name, address: addressOf(folder), rof },
    period: { start: group.begin_date, end: group.end_date },
    principal: draft.form,
    refund: draft.refund,
    forms: draft.forms,
    millesimeOf: draft.millesimeOf,
    due: draft.deadlines.filing ?? undefined,
  });
}

const addressOf = ({ street, postCode, town, country }: Address) => ({
  street: street ?? undefined,
  postCode: postCode ?? undefined,
  town: town ?? undefined,
  country: country ?? undefined,
});
