import * as z from 'zod';
import { createClient, createClientConnection, FLUX_TYPES } from '../../../services/banking/feeds/clients/clients.ts';
import { type ClientConnection, listClientConnections } from '../../../services/banking/feeds/clients/list.ts';
import { day, dayText, identifier, line } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';

const word = (most: number) => line(most).nullish();
const digits = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`), { error: `${count} digits` })
    .nullish();

/** Secrets are taken as they are: blanks may belong to them. */
const secret = () => z.string().min(1).max(500).nullish();

export const bankClientCreate = defineOperation({
  id: 'bank.client.create',
  ref: 'C35',
  summary: { en: 'Create a client', fr: 'Créer un client' },
  description:
    'A client of the firm at ChannelB, under a client connection. Returns the identifier of the new client, which lives in the folder of its connection. EnterpriseId is the folder the client stands for, null when it is not known.',
  policy: { right: 'write', of: { folder: 'body.EnterpriseId' } },
  http: { method: 'POST', path: '/api/banking/clients', status: 201 },
  cli: { examples: ['taxops bank client create --client-connection 1 --name ALPHA --siren 999999998'] },
  body: z.strictObject({
    Name: word(200),
    Siren: digits(9),
    Nic: digits(5),
    ExternalId: word(200),
    EnterpriseId: identifier().nullish().describe('Folder the client stands for'),
    AccountingFirmExternalId: word(200),
    ClientConnectionId: identifier(),
  }),
  output: z.int().describe('Identifier of the client'),
  errors: ['FolderNotFound', 'ClientConnectionNotFound', 'SirenInvalid', 'SiretInvalid'],
  run: (ctx, { body }) =>
    createClient(ctx, {
      clientConnectionId: body.ClientConnectionId,
      enterpriseId: body.EnterpriseId ?? null,
      name: body.Name ?? null,
      siren: body.Siren ?? null,
      nic: body.Nic ?? null,
      externalId: body.ExternalId ?? null,
      accountingFirmExternalId: body.AccountingFirmExternalId ?? null,
    }),
});

export const bankClientConnectionCreate = defineOperation({
  id: 'bank.client-connection.create',
  ref: 'C36',
  summary: { en: 'Create a client connection', fr: 'Créer une connexion client' },
  description:
    'The access of a client at ChannelB. Returns the identifier of the new client connection. Login and Password are encrypted before they are stored and never given back; on the command line give them by --body, so that they stay out of the history. EnterpriseId repeats the folder of the call. FluxType is Both unless told otherwise.',
  policy: { right: 'write', of: { folder: ['enterpriseId', 'body.EnterpriseId'] } },
  http: { method: 'POST', path: '/api/banking/enterprises/{enterpriseId}/client-connections', status: 201 },
  cli: { examples: ['taxops bank client-connection create --folder 1 --body access.json'] },
  params: EnterprisePath,
  body: z.strictObject({
    EnterpriseId: identifier(),
    Login: secret(),
    Password: secret(),
    StartSynchronizationDate: day().nullish().describe('First day to synchronise'),
    FluxType: z.enum(FLUX_TYPES).nullable().default('Both'),
  }),
  output: z.int().describe('Identifier of the client connection'),
  errors: ['FolderNotFound', 'EnterpriseMismatch'],
  run: (ctx, { enterpriseId, body }) =>
    createClientConnection(ctx, enterpriseId, {
      enterpriseId: body.EnterpriseId,
      login: body.Login ?? null,
      password: body.Password ?? null,
      startSynchronizationDate: body.StartSynchronizationDate ?? null,
      fluxType: body.FluxType ?? 'Both',
    }),
});

const text = () => z.string().nullable();

const ClientConnectionView = z
  .object({
    Id: z.int(),
    EnterpriseId: z.int(),
    FluxType: z.enum(FLUX_TYPES),
    StartSynchronizationDate: dayText().nullable(),
    HasLogin: z.boolean(),
    HasPassword: z.boolean(),
    Clients: z.array(
      z.object({
        Id: z.int(),
        Name: text(),
        Siren: text(),
        Nic: text(),
        ExternalId: text(),
        EnterpriseId: z.int().nullable(),
        AccountingFirmExternalId: text(),
      }),
    ),
  })
  .meta({ id: 'ClientConnection' });

const toWire = (connection: ClientConnection): z.output<typeof ClientConnectionView> => ({
  Id: connection.id,
  EnterpriseId: connection.folderId,
  FluxType: connection.fluxType,
  StartSynchronizationDate: connection.startSynchronizationDate,
  HasLogin: connection.hasLogin,
  HasPassword: connection.hasPassword,
  Clients: connection.clients.map((client) => ({
    Id: client.id,
    Name: client.name,
    Siren: client.siren,
    Nic: client.nic,
    ExternalId: client.externalId,
    EnterpriseId: client.enterpriseId,
    AccountingFirmExternalId: client.accountingFirmExternalId,
  })),
});

export const bankClientConnectionList = defineOperation({
  id: 'bank.client-connection.list',
  summary: {
    en: 'List the client connections of a folder with their clients',
    fr: 'Lister les connexions client d’un dossier avec leurs clients',
  },
  description: 'Login and password are never shown: only whether they are there.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/client-connections' },
  cli: { examples: ['taxops bank client-connection list --folder 1'] },
  params: EnterprisePath,
  output: z.array(ClientConnectionView),
  errors: ['FolderNotFound'],
  columns: ['Id', 'FluxType', 'StartSynchronizationDate', 'HasLogin', 'HasPassword'],
  run: async (ctx, { enterpriseId }) => (await listClientConnections(await ctx.db(), enterpriseId)).map(toWire),
});
