/** Banks and connections on the wire: aggregate, summary, short and reduced. */
import * as z from 'zod';
import type { Connection } from '../../../services/banking/feeds/connections/connections.ts';
import { CONNECTION_STATUSES, PROVIDERS } from '../../../services/banking/store.ts';
import { choice, int, maybe, moment, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';
import { AccountAggregateSchema, AccountSummary } from '../account/wire.ts';
import { AGGREGATE } from '../aggregate-wire.ts';

export const BankAggregate = z
  .object({
    ...AGGREGATE,
    Name: text('Nom'),
    Description: maybe(text('Description')),
    CountryCode: maybe(text('Pays')),
    SourceId: text('N° source'),
    Provider: choice(PROVIDERS, 'Fournisseur'),
  })
  .meta({ id: 'Bank' });

const BankShort = z
  .object({
    Id: int('Id'),
    Provider: choice(PROVIDERS, 'Fournisseur'),
    Name: text('Nom'),
    CountryCode: maybe(text('Pays')),
  })
  .meta({ id: 'BankShort' });

const Id = int('Id');
const Name = maybe(text('Nom'));
const EnterpriseId = from('folderId', int('Dossier'));
const Provider = choice(PROVIDERS, 'Fournisseur');
const Status = choice(CONNECTION_STATUSES, 'État');
const SourceId = text('N° source');
const SourceStatus = maybe(text('Statut source'));
const BankId = computed(int('N° banque'), ({ bank }: Connection) => bank.id);

export const ConnectionAggregate = z
  .object({
    ...AGGREGATE,
    SourceId,
    Provider,
    Name,
    SourceStatus,
    Status,
    EnterpriseId,
    BankId,
    Bank: headed(BankAggregate, 'Banque'),
    Accounts: headed(z.array(AccountAggregateSchema), 'Comptes'),
    DeletedAt: maybe(moment('Supprimé le')),
  })
  .meta({ id: 'BankConnection' });

export const ConnectionSummary = z
  .object({
    Provider,
    Status,
    EnterpriseId,
    SourceId,
    SourceStatus,
    Id,
    Bank: headed(BankShort, 'Banque'),
    Accounts: headed(z.array(AccountSummary), 'Comptes'),
    Name,
  })
  .meta({ id: 'BankConnectionSummary' });

export const ConnectionReduced = z.object({ Status, BankId, Id, Name }).meta({ id: 'BankConnectionReduced' });
