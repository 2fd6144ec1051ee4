/** Who writes what a folder files: its accounting firm, or what was declared for the period instead of it. */
import type { Party } from '../../edi/xml-edi.ts';
import type { Address } from '../../folders/store.ts';
import type { Subject } from './subject.ts';

type Given = { readonly [K in keyof Address]?: Address[K] | undefined };

export function writerOf({ company, values }: Pick<Subject, 'company' | 'values'>): Party {
  const { siret, name, street, postCode, town } = { ...company, ...values.facts.writer };
  return {
    identifier: siret ?? undefined,
    designation: name ?? company.name,
    address: addressOf({ country: company.country, street, postCode, town }),
  };
}

/** The address of a firm or of a folder as the file has it. */
export const addressOf = ({ street, postCode, town, country }: Given): NonNullable<Party['address']> => ({
  street: street ?? undefined,
  postCode: postCode ?? undefined,
  town: town ?? undefined,
  country: country ?? undefined,
});
