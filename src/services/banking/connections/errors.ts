import { defineErrors } from '../../kernel/errors.ts';

/** What can fail with banks, connections, clients and their providers. */
export const connectionErrors = defineErrors({
  BankNotFound: {
    kind: 'notFound',
    en: '{provider} has no bank {bankId}.',
    fr: '{provider} n’a pas de banque {bankId}.',
    hint: {
      en: 'List its banks: taxops bank bank list --provider {provider}',
      fr: 'Listez ses banques : taxops bank bank list --provider {provider}',
    },
  },
  BankConnectionNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no bank connection {bankConnectionId}.',
    fr: 'Le dossier {folderId} n’a pas de connexion bancaire {bankConnectionId}.',
    hint: {
      en: 'List its connections: taxops bank connection list --folder {folderId}',
      fr: 'Listez ses connexions : taxops bank connection list --folder {folderId}',
    },
  },
  ClientConnectionNotFound: {
    kind: 'notFound',
    en: 'There is no client connection {clientConnectionId}.',
    fr: 'Il n’y a pas de connexion client {clientConnectionId}.',
    hint: {
      en: 'Make one: taxops bank client-connection create',
      fr: 'Créez-en une : taxops bank client-connection create',
    },
  },
  EnterpriseMismatch: {
    kind: 'invalid',
    en: 'The body names folder {bodyId}, the call is about folder {folderId}.',
    fr: 'Le corps désigne le dossier {bodyId}, l’appel porte sur le dossier {folderId}.',
    hint: { en: 'Name the same folder in both.', fr: 'Désignez le même dossier dans les deux.' },
  },
});
