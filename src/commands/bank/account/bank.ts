import * as z from 'zod';
import { listBanks } from '../../../services/banking/accounts/banks.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { defineOperation } from '../../operation/operation.ts';
import { BankAggregate } from '../connection/wire.ts';

export const bankList = defineOperation({
  id: 'bank.bank.list',
  ref: 'C10',
  summary: { en: 'List the banks of a provider', fr: 'Lister les banques d’un fournisseur' },
  description:
    'Those that the provider names, and those that people of the folders you see named by hand. A bank belongs to no folder: it has no DomainEvents.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/banking/banks' },
  cli: { examples: ['taxops bank bank list --provider AggregatorA'] },
  query: z.object({ provider: z.enum(PROVIDERS) }),
  output: z.array(BankAggregate),
  columns: ['Id', 'Name', 'CountryCode', 'SourceId'],
  run: (ctx, { provider }) => listBanks(ctx, provider),
});
