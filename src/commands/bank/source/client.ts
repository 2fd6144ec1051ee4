import * as z from 'zod';
import { createClient, createClientConnection, FLUX_TYPES } from '../../../services/banking/feeds/clients/clients.ts';
import { listClientConnections } from '../../../services/banking/feeds/clients/list.ts';
import { day, identifier, line } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { choice, date, flag, int, maybe, text } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

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
  policy: { right: 'write', of: { folder: 'body.enterpriseId' } },
  http: { method: 'POST', path: '/api/banking/clients', status: 201 },
  cli: { examples: ['taxops bank client create --client-connection 1 --name ALPHA --siren 999999998'] },
  body: fields({
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
  run: (ctx, { body }) => createClient(ctx, body),
});

export const bankClientConnectionCreate = bankOperation({
  id: 'bank.client-connection.create',
  ref: 'C36',
  summary: { en: 'Create a client connection', fr: 'Créer une connexion client' },
  description:
    'The access of a client at ChannelB. Returns the identifier of the new client connection. Login and Password are encrypted before they are stored and never given back; on the command line give them by --body, so that they stay out of the history. EnterpriseId repeats the folder of the call. FluxType is Both by default.',
  of: { folder: ['body.enterpriseId'] },
  http: { method: 'POST', path: '/client-connections', status: 201 },
  cli: { examples: ['taxops bank client-connection create --folder 1 --body access.json'] },
  body: fields({
    EnterpriseId: identifier(),
    Login: secret(),
    Password: secret(),
    StartSynchronizationDate: day().nullish().describe('First day to synchronise'),
    FluxType: z.enum(FLUX_TYPES).nullable().default('Both'),
  }),
  output: z.int().describe('Identifier of the client connection'),
  errors: ['EnterpriseMismatch'],
  run: (ctx, { folderId, body }) => createClientConnection(ctx, folderId, body),
});

const Client = z.object({
  Id: int('Id'),
  Name: maybe(text('Nom')),
  Siren: maybe(text('SIREN')),
  Nic: maybe(text()),
  ExternalId: maybe(text()),
  EnterpriseId: maybe(int('Dossier')),
  AccountingFirmExternalId: maybe(text()),
});

const ClientConnectionView = z
  .object({
    Id: int('Id'),
    EnterpriseId: from('folderId', int('Dossier')),
    FluxType: choice(FLUX_TYPES, 'Flux'),
    StartSynchronizationDate: maybe(date('Depuis le')),
    HasLogin: flag('Identifiant'),
    HasPassword: flag('Mot de passe'),
    Clients: z.array(Client),
  })
  .meta({ id: 'ClientConnection' });

export const bankClientConnectionList = bankOperation({
  id: 'bank.client-connection.list',
  summary: {
    en: 'List the client connections of a folder with their clients',
    fr: 'Lister les connexions client d’un dossier avec leurs clients',
  },
  description: 'Login and password are never shown: only whether they are there.',
  http: { method: 'GET', path: '/client-connections' },
  cli: { examples: ['taxops bank client-connection list --folder 1'] },
  output: z.array(ClientConnectionView),
  columns: ['Id', 'FluxType', 'StartSynchronizationDate', 'HasLogin', 'HasPassword'],
  run: (ctx, { folderId }) => listClientConnections(ctx, folderId),
});
