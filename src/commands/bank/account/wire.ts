/** Bank accounts on the wire: the summary, and the aggregate that connections and transactions carry. */
import * as z from 'zod';
import type { BankAccount } from '../../../services/banking/accounts/accounts.ts';
import { ibanParts } from '../../../services/banking/accounts/iban.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { choice, decimal, flag, int, maybe, moment, text } from '../../operation/outputs.ts';
import { computed, constant, from } from '../../operation/wire.ts';
import { AGGREGATE } from '../aggregate-wire.ts';

/** 0 as long as no statement and no provider has given one. */
const Balance = computed(decimal('Solde'), ({ balance }: BankAccount) => balance ?? '0');

const SUMMARY = {
  SourceId: text('N° source'),
  Id: int('Id'),
  EnterpriseId: from('folderId', int('Dossier')),
  BankId: int('N° banque'),
  Name: text('Nom'),
  CurrencyCode: maybe(text('Devise')),
  Description: maybe(text('Description')),
  Iban: maybe(text('IBAN')),
  Bic: maybe(text('BIC')),
  Balance,
  Type: text('Type'),
  State: text('État'),
  Provider: choice(PROVIDERS, 'Fournisseur'),
  IsVisible: flag('Visible'),
  UpdatedAt: moment('Modifié le'),
  IsValidIban: flag('IBAN valide'),
};

export const AccountSummary = z.object(SUMMARY).meta({ id: 'BankAccount' });

export const AccountDetailed = z
  .object({ ...SUMMARY, BankName: text('Banque'), IsConnected: flag('Connecté') })
  .meta({ id: 'BankAccountDetailed' });

const Iban = z
  .object({ Value: text('Valeur'), AccountNumber: text('Compte'), Prefix: text(), Suffix: text() })
  .meta({ id: 'Iban' });
const Bic = z.object({ Value: text('Valeur') }).meta({ id: 'Bic' });

/** BankConnection is null and Transactions empty: they have operations of their own. */
export const AccountAggregateSchema = z
  .object({
    ...AGGREGATE,
    EnterpriseId: from('folderId', int('Dossier')),
    BankConnectionId: maybe(int('Connexion')),
    CreationDate: from('createdAt', moment()),
    SourceId: text('N° source'),
    Provider: choice(PROVIDERS, 'Fournisseur'),
    Iban: computed(maybe(Iban), ({ iban }: BankAccount) => (iban === null ? null : ibanParts(iban))),
    Bic: computed(maybe(Bic), ({ bic }: BankAccount) => (bic === null ? null : { value: bic })),
    CurrencyCode: maybe(text('Devise')),
    Name: text('Nom'),
    Type: text('Type'),
    State: text('État'),
    BankConnection: constant(z.null(), null),
    Balance,
    AccountUpdatedAt: maybe(moment()),
    IsVisible: flag('Visible'),
    Transactions: constant(z.array(z.never()), []),
    Description: maybe(text('Description')),
    DeletedAt: maybe(moment('Supprimé le')),
  })
  .meta({ id: 'BankAccountAggregate' });
