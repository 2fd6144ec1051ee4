/** What the deadlines of a folder depend on: what it says of itself, else what its legal form implies. */
import type { VatTaxpayer } from '../calendar/vat-deadline.ts';
import { departmentOf, type Place } from '../folders/department.ts';
import type { Folder } from '../folders/store.ts';
import type { TaxpayerKind } from './engine/model.ts';

/** First match wins; a farm has the kind of its legal form. */
const KINDS: readonly (readonly [RegExp, TaxpayerKind])[] = [
  [/^(EI|EIRL|ENTREPRISE INDIVIDUELLE|MICRO)/, 'SoleTrader'],
  [/^(SA|SOCIETE ANONYME)$/, 'PublicLimitedCompany'],
  [/ASSOCIATION|COMMUNE|COLLECTIVITE|SYNDICAT|ETABLISSEMENT PUBLIC/, 'Other'],
];

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .trim()
    .toUpperCase();

const kindOf = (form: string): TaxpayerKind | undefined => KINDS.find(([pattern]) => pattern.test(form))?.[1];

export const taxpayerKindOf = ({ taxpayerKind, legalForm }: Pick<Folder, 'taxpayerKind' | 'legalForm'>): TaxpayerKind =>
  taxpayerKind ?? (legalForm ? kindOf(folded(legalForm)) : undefined) ?? 'Company';

type Taxpayer = Place & Pick<Folder, 'taxpayerKind' | 'legalForm' | 'familyName' | 'siren' | 'vatDeadlineDay'>;

export const vatTaxpayerOf = (folder: Taxpayer): VatTaxpayer => ({
  taxpayerKind: taxpayerKindOf(folder),
  familyName: folder.familyName ?? undefined,
  siren: folder.siren ?? undefined,
  department: departmentOf(folder),
  vatDeadlineDay: folder.vatDeadlineDay ?? undefined,
});
