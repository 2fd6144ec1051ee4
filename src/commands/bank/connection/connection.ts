import * as z from 'zod';
import {
  deleteConnection,
  listConnections,
  renameConnection,
  saveConnection,
} from '../../../services/banking/feeds/connections/connections.ts';
import { CONNECTION_STATUSES, PROVIDERS } from '../../../services/banking/store.ts';
import { identifier, line } from '../../../services/operation/fields.ts';
import { defineOperation } from '../../../services/operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import {
  ConnectionAggregate,
  ConnectionReduced,
  ConnectionSummary,
  connectionReducedWire,
  connectionSummaryWire,
  connectionWire,
} from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/connections';
const ConnectionPath = EnterprisePath.extend({ bankConnectionId: identifier().describe('Bank connection') });

const STATUSES =
  'Status: Ok, the last reading by the provider worked; Wait, it is under way or waits for somebody; Ko, the connection must be made again; None, not known. SourceStatus is the provider’s own word.';
const AGGREGATE =
  'In Accounts, BankConnection is null and Transactions empty: they have operations of their own. DomainEvents are the last 50.';

export const bankConnectionList = defineOperation({
  id: 'bank.connection.list',
  ref: 'C11',
  summary: { en: 'List the bank connections of a folder', fr: 'Lister les connexions bancaires d’un dossier' },
  description: STATUSES,
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: ROUTE },
  cli: { path: ['bank', 'connection', 'list'], examples: ['taxops bank connection list --folder 1'] },
  params: EnterprisePath,
  output: z.array(ConnectionSummary),
  errors: ['FolderNotFound'],
  view: (connections) => [
    {
      kind: 'table',
      columns: [
        { name: 'Id', type: 'number' },
        { name: 'Name' },
        { name: 'Provider' },
        { name: 'Status' },
        { name: 'SourceStatus' },
        { name: 'Accounts', type: 'number' },
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
  run: async (ctx, { enterpriseId }) =>
    (await listConnections(await ctx.db(), enterpriseId)).map(connectionSummaryWire),
});

export const bankConnectionByProvider = defineOperation({
  id: 'bank.connection.by-provider',
  ref: 'C12',
  summary: {
    en: 'List the bank connections of a folder by a provider',
    fr: 'Lister les connexions bancaires d’un dossier par un fournisseur',
  },
  description: STATUSES,
  policy: { kind: 'user', access: 'read' },
  http: { method: 'GET', path: `${ROUTE}/by-provider` },
  cli: {
    path: ['bank', 'connection', 'by-provider'],
    examples: ['taxops bank connection by-provider --folder 1 --provider AggregatorA'],
  },
  params: EnterprisePath,
  query: z.object({ provider: z.enum(PROVIDERS) }),
  output: z.array(ConnectionReduced),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId, provider }) =>
    (await listConnections(await ctx.db(), enterpriseId, provider)).map(connectionReducedWire),
});

export const bankConnectionSave = defineOperation({
  id: 'bank.connection.save',
  ref: 'C13',
  summary: { en: 'Create or update a bank connection', fr: 'Créer ou modifier une connexion bancaire' },
  description: `Provider and SourceId tell which connection; one that was deleted comes back. BankId is a bank of the same provider. A new connection takes the name of its bank; without SourceStatus the one it has stays, null clears it. ${STATUSES} ${AGGREGATE}`,
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PUT', path: ROUTE },
  cli: {
    path: ['bank', 'connection', 'save'],
    examples: ['taxops bank connection save --folder 1 --provider AggregatorA --source 187741 --bank 408 --status Ok'],
  },
  params: EnterprisePath,
  body: z.strictObject({
    Status: z.enum(CONNECTION_STATUSES),
    SourceId: line(200).describe('What the provider calls the connection'),
    BankId: identifier(),
    Provider: z.enum(PROVIDERS),
    SourceStatus: line(200).nullish(),
  }),
  output: ConnectionAggregate,
  errors: ['FolderNotFound', 'BankNotFound'],
  run: async (ctx, { enterpriseId, body }) =>
    connectionWire(
      await saveConnection(ctx, enterpriseId, {
        status: body.Status,
        sourceId: body.SourceId,
        bankId: body.BankId,
        provider: body.Provider,
        sourceStatus: body.SourceStatus,
      }),
    ),
});

export const bankConnectionRename = defineOperation({
  id: 'bank.connection.rename',
  ref: 'C14',
  summary: { en: 'Rename a bank connection', fr: 'Renommer une connexion bancaire' },
  description: `Of the body only Name is used; other fields are left aside. ${AGGREGATE}`,
  policy: { kind: 'user', access: 'write' },
  http: { method: 'PATCH', path: `${ROUTE}/{bankConnectionId}` },
  cli: {
    path: ['bank', 'connection', 'rename'],
    examples: ['taxops bank connection rename --folder 1 --bank-connection 2 --name "Gamma, compte courant"'],
  },
  params: ConnectionPath,
  body: z.object({ Name: line(200) }),
  output: ConnectionAggregate,
  errors: ['FolderNotFound', 'BankConnectionNotFound'],
  run: async (ctx, { enterpriseId, bankConnectionId, body }) =>
    connectionWire(await renameConnection(ctx, enterpriseId, bankConnectionId, body.Name)),
});

export const bankConnectionDelete = defineOperation({
  id: 'bank.connection.delete',
  summary: { en: 'Delete a bank connection', fr: 'Supprimer une connexion bancaire' },
  description:
    'Its accounts and their transactions stay and are not synchronised any more. Nothing is asked of the provider: the consent is withdrawn there.',
  policy: { kind: 'user', access: 'write' },
  http: { method: 'DELETE', path: `${ROUTE}/{bankConnectionId}`, status: 204 },
  cli: {
    path: ['bank', 'connection', 'delete'],
    examples: ['taxops bank connection delete --folder 1 --bank-connection 2 --yes'],
    confirm: true,
  },
  params: ConnectionPath,
  output: z.void(),
  errors: ['FolderNotFound', 'BankConnectionNotFound'],
  run: (ctx, { enterpriseId, bankConnectionId }) => deleteConnection(ctx, enterpriseId, bankConnectionId),
});
