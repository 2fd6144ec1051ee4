import * as z from 'zod';
import {
  deleteConnection,
  listConnections,
  renameConnection,
  saveConnection,
} from '../../../services/banking/feeds/connections/connections.ts';
import { CONNECTION_STATUSES, PROVIDERS } from '../../../services/banking/store.ts';
import { identifier, line } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { ConnectionAggregate, ConnectionReduced, ConnectionSummary } from './wire.ts';

const ROUTE = '/connections';
const ConnectionPath = { bankConnectionId: identifier().describe('Bank connection') };

const STATUSES =
  'Status: Ok, the last reading by the provider worked; Wait, it is under way or waits for a person; Ko, the connection must be made again; None, not known. SourceStatus is the provider’s own word.';
const AGGREGATE =
  'In Accounts, BankConnection is null and Transactions empty: they have operations of their own. DomainEvents are the last 50.';

export const bankConnectionList = bankOperation({
  id: 'bank.connection.list',
  ref: 'C11',
  summary: { en: 'List the bank connections of a folder', fr: 'Lister les connexions bancaires d’un dossier' },
  description: STATUSES,
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank connection list --folder 1'] },
  output: z.array(ConnectionSummary),
  view: (connections) => [
    {
      kind: 'table',
      columns: [
        { name: 'Id', type: 'number' },
        { name: 'Name' },
        { name: 'Provider' },
        { name: 'Status' },
        { name: 'SourceStatus' },
        { name: 'Accounts', fr: 'Comptes', type: 'number' },
      ],
      rows: connections.map((row) => [
        row.Id,
        (row.Name ?? row.Bank.Name).slice(0, 40),
        row.Provider,
        row.Status,
        row.SourceStatus?.slice(0, 20),
        row.Accounts.length,
      ]),
    },
  ],
  run: (ctx, { folderId }) => listConnections(ctx, folderId),
});

export const bankConnectionByProvider = bankOperation({
  id: 'bank.connection.by-provider',
  ref: 'C12',
  summary: {
    en: 'List the bank connections of a folder by a provider',
    fr: 'Lister les connexions bancaires d’un dossier par un fournisseur',
  },
  description: STATUSES,
  http: { method: 'GET', path: `${ROUTE}/by-provider` },
  cli: { examples: ['taxops bank connection by-provider --folder 1 --provider AggregatorA'] },
  query: z.object({ provider: z.enum(PROVIDERS) }),
  output: z.array(ConnectionReduced),
  run: (ctx, { folderId, provider }) => listConnections(ctx, folderId, provider),
});

export const bankConnectionSave = bankOperation({
  id: 'bank.connection.save',
  ref: 'C13',
  summary: { en: 'Create or update a bank connection', fr: 'Créer ou modifier une connexion bancaire' },
  description: `Provider and SourceId tell which connection; one that was deleted comes back. BankId is a bank of the same provider. A new connection takes the name of its bank; without SourceStatus the one it has stays, null clears it. ${STATUSES} ${AGGREGATE}`,
  http: { method: 'PUT', path: ROUTE },
  cli: {
    examples: ['taxops bank connection save --folder 1 --provider AggregatorA --source 187741 --bank 408 --status Ok'],
  },
  body: fields({
    Status: z.enum(CONNECTION_STATUSES),
    SourceId: line(200).describe('What the provider calls the connection'),
    BankId: identifier(),
    Provider: z.enum(PROVIDERS),
    SourceStatus: line(200).nullish(),
  }),
  output: ConnectionAggregate,
  errors: ['BankNotFound'],
  run: (ctx, { folderId, body }) => saveConnection(ctx, folderId, body),
});

export const bankConnectionRename = bankOperation({
  id: 'bank.connection.rename',
  ref: 'C14',
  summary: { en: 'Rename a bank connection', fr: 'Renommer une connexion bancaire' },
  description: `Of the body only Name is used; other fields are left aside. ${AGGREGATE}`,
  http: { method: 'PATCH', path: `${ROUTE}/{bankConnectionId}` },
  cli: { examples: ['taxops bank connection rename --folder 1 --bank-connection 2 --name "Gamma, compte courant"'] },
  params: ConnectionPath,
  body: z.object({ Name: line(200) }),
  output: ConnectionAggregate,
  errors: ['BankConnectionNotFound'],
  run: (ctx, { folderId, bankConnectionId, body }) => renameConnection(ctx, folderId, bankConnectionId, body.Name),
});

export const bankConnectionDelete = bankOperation({
  id: 'bank.connection.delete',
  summary: { en: 'Delete a bank connection', fr: 'Supprimer une connexion bancaire' },
  description:
    'Its accounts and their transactions stay and are not synchronised any more. Nothing is asked of the provider: the consent is withdrawn there.',
  http: { method: 'DELETE', path: `${ROUTE}/{bankConnectionId}`, status: 204 },
  cli: { examples: ['taxops bank connection delete --folder 1 --bank-connection 2 --yes'], confirm: true },
  params: ConnectionPath,
  output: z.void(),
  errors: ['BankConnectionNotFound'],
  run: (ctx, { folderId, bankConnectionId }) => deleteConnection(ctx, folderId, bankConnectionId),
});
