import * as z from 'zod';
import { openConnection, refreshBanks } from '../../../services/banking/feeds/connections/open.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { int, text } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

export const bankConnectionOpen = bankOperation({
  id: 'bank.connection.open',
  summary: {
    en: 'Get the page where a person connects a bank',
    fr: 'Obtenir la page où une personne connecte une banque',
  },
  description:
    'The provider knows the folder by a number of ours, and the person by the e-mail given. With a connection, its consent is renewed. The provider sends the person back to TAXOPS_AGGREGATOR_A_CALLBACK_URL (bank connection callback), which makes the connection; one whose person closed the page before is found by the next synchronisation.',
  http: { method: 'POST', path: '/connections/open' },
  cli: { examples: ['taxops bank connection open --folder 1 --email gerant@example.test'] },
  body: fields({
    Provider: z.enum(PROVIDERS).default('AggregatorA'),
    Email: z.email().max(200).describe('Who connects the bank'),
    BankConnectionId: identifier().nullish().describe('Connection whose consent is renewed'),
  }),
  output: z.object({ Url: text('Adresse') }),
  errors: ['BankConnectionNotFound', 'ProviderByHand', 'ProviderNotConfigured'],
  run: async (ctx, { folderId, body }) => ({ url: await openConnection(ctx, folderId, body) }),
});

export const bankRefresh = defineOperation({
  id: 'bank.bank.refresh',
  summary: { en: 'Take over the banks of a provider', fr: 'Reprendre les banques d’un fournisseur' },
  description:
    'Asks the provider for every bank it reaches; returns how many. A bank it names no more stays for the accounts that have it, and is no longer listed.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'POST', path: '/api/banking/banks/refresh' },
  cli: { examples: ['taxops bank bank refresh --provider AggregatorA'] },
  query: z.object({ provider: z.enum(PROVIDERS).default('AggregatorA') }),
  output: z.object({ Banks: int('Banques') }),
  errors: ['ProviderByHand', 'ProviderNotConfigured'],
  run: async (ctx, { provider }) => ({ banks: await refreshBanks(ctx, provider) }),
});
