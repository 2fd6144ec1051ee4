/** The file of a stored return. */
import type { WrittenEdi } from '../../edi/xml-edi-write.ts';
import type { Address } from '../../folders/store.ts';
import { VAT_OBLIGATION, vatDeposit } from './deposit.ts';
import type { VatDraft } from './draft.ts';
import { identificationOf } from './identification.ts';

interface Envelope {
  readonly isTest: boolean;
  readonly reference: string;
}

/** Throws BoxUnknown, PaymentsInvalid, EdiInvalid. */
export function fileOf({ folder, company, group, ...draft }: VatDraft, envelope: Envelope): WrittenEdi {
  const { rof = VAT_OBLIGATION, ...identified } = identificationOf(draft.identification);
  return vatDeposit({
    ...envelope,
    ...identified,
    writer: { identifier: company.siret ?? undefined, designation: company.name, address: addressOf(company) },
    declarant: { identifier: folder.siren ?? undefined, designation: folder.name, address: addressOf(folder), rof },
    period: { start: group.beginDate, end: group.endDate },
    principal: group.formSnapshot.principal.form,
    forms: draft.forms,
    millesimeOf: draft.millesimeOf,
    due: group.deadlines.filing ?? undefined,
  });
}

const addressOf = ({ street, postCode, town, country }: Address) => ({
  street: street ?? undefined,
  postCode: postCode ?? undefined,
  town: town ?? undefined,
  country: country ?? undefined,
});
