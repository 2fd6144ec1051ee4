/** Entries and entry lines of the allocation of VAT, on the wire. */
import * as z from 'zod';
import type { AllocationLine } from '../../../services/vat/allocation/entries.ts';
import type { Letter } from '../../../services/vat/allocation/letters.ts';
import { SOURCE_TYPES } from '../../../services/vat/allocation/sources.ts';
import { choice, date, euros, flag, int, long, maybe, text, words } from '../../operation/outputs.ts';
import { computed, constant, headed } from '../../operation/wire.ts';
import { VAT_RATES } from '../wire.ts';

const Distribution = z
  .object({
    VatRate: choice(VAT_RATES, 'Taux'),
    TaxExcludedAmount: euros('HT'),
    VatAmount: euros('TVA'),
    VatAmountDeclared: euros('TVA déclarée'),
    VatAmountDeferred: euros('TVA différée').describe('Not due yet'),
    PriorPeriodTaxExcludedAmount: euros('HT antérieur').describe('Due before the period'),
    PriorPeriodVatAmount: euros('TVA antérieure'),
  })
  .meta({ id: 'VatAllocationDistribution' });

/** The ledger has no currency or revision by identifier. */
const NONE = constant(maybe(int()), null);
const ORIENTATIONS = ['Debit', 'Credit'] as const;

interface Lettered {
  readonly letter: Letter | undefined;
}

/** Shared by lines and by groups of lines. */
export const letteringShape = {
  Lettering: computed(maybe(text('Lettrage')), ({ letter }: Lettered) => letter?.letter),
  IsPartialLettering: computed(flag('Partiel'), ({ letter }: Lettered) => (letter?.balance ?? 0n) !== 0n),
  MatchedId: computed(maybe(int('Groupe')), ({ letter }: Lettered) => letter?.id),
  MatchedLetterOrientation: computed(maybe(choice(ORIENTATIONS, 'Sens')), ({ letter }: Lettered) =>
    !letter || letter.balance === 0n ? null : letter.balance > 0n ? 'Debit' : 'Credit',
  ).describe('The side that is open; null when nothing is'),
  MatchedDate: computed(maybe(date('Lettré le')), ({ letter }: Lettered) => letter?.date),
} as const;

export const Line = z
  .object({
    Id: long('Ligne'),
    AccountId: int('N° compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    EntryId: long('Écriture'),
    Label: text('Libellé'),
    Amount: euros('Montant').describe('Debit less credit'),
    ProgressiveBalance: maybe(euros('Solde progressif')).describe('Of what the search finds on the account; else null'),
    CurrencyId: NONE,
    ...letteringShape,
    SourceId: computed(maybe(int('N° source')), ({ source }: AllocationLine) => source.id).describe(
      'The bank transaction, the asset or the return that the entry was written for',
    ),
    SourceType: computed(choice(SOURCE_TYPES, 'Origine'), ({ source }: AllocationLine) => source.type),
    Revision: constant(choice(['Unrevised', 'Revised', 'Questioned']), 'Unrevised'),
    TaxExcludedAmount: euros('HT'),
    VatAmount: euros('TVA'),
    VatRateDistributions: z.array(Distribution),
    InitialVatRateDistributions: z.array(Distribution),
    IsAdjustedBySystem: flag('Ajusté').describe('A cent or two of rounding went to a rate'),
    VatAmountToDeclare: euros('TVA à déclarer'),
    IsVatEditable: flag('Modifiable'),
    IsVatRateInherited: flag('Taux hérité'),
    IsAlreadyDeclared: flag('Déclaré'),
    CanUndeclare: flag('Retirable'),
    UniqueVatRate: maybe(choice(VAT_RATES, 'Taux')),
    TtcRestantAPayer: maybe(euros('Reste à payer')).describe('Total less settled; null beside lines of third parties'),
    PriorPeriodTaxExcludedAmount: euros('HT antérieur'),
    PriorPeriodVatAmount: euros('TVA antérieure'),
    IsVatDeclarable: flag('Déclarable'),
  })
  .meta({ id: 'VatAllocationLine' });

const Suggestion = z.object({
  VatRate: choice(VAT_RATES, 'Taux'),
  TaxExcludedAmount: euros('HT'),
  VatAmount: euros('TVA'),
});

export const Entry = z
  .object({
    Id: long('Écriture'),
    Date: date('Date'),
    JournalId: int('Journal'),
    ExerciseId: int('Exercice'),
    Label: text('Libellé'),
    DocRef: text('Pièce'),
    UserId: NONE,
    FileId: NONE,
    ValidationDate: maybe(date('Validée le')),
    LastUpdateDate: constant(maybe(date()), null),
    Lines: headed(z.array(Line), 'Lignes'),
    VerificationInfo: z.object({
      TaxIncludedAmount: euros('TTC'),
      TaxExcludedToAllocate: euros('HT à répartir'),
      VatToAllocate: euros('TVA à répartir'),
      SuggestedDistributions: z.array(Suggestion),
      ConsistencyCheck: z.object({
        CanBeValidated: flag('Complet'),
        IsValid: flag('Cohérent'),
        Errors: headed(z.array(words('Écarts')), 'Erreurs'),
      }),
    }),
  })
  .meta({ id: 'VatAllocationEntry' });

export const SearchResult = z.object({
  Accounts: headed(
    z.array(
      z.object({
        AccountId: int('N° compte'),
        SubAccountId: maybe(int('N° sous-compte')),
        Balance: euros('Solde').describe('Debit less credit of all that is found on the account'),
        DebitBalance: euros('Débit'),
        CreditBalance: euros('Crédit'),
        LetterGroups: z.array(z.object({ ...letteringShape, Balance: euros('Solde'), Entries: z.array(Entry) })),
      }),
    ),
    'Comptes',
  ),
  TotalCount: int('Total').describe('Lines on all pages'),
});
