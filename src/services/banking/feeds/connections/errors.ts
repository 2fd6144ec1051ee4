import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with connections, clients and their providers. */
export const connectionErrors = defineErrors({
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
  ProviderNotConfigured: {
    kind: 'unavailable',
    en: '{provider} is not configured.',
    fr: '{provider} n’est pas configuré.',
    hint: {
      en: 'Set TAXOPS_AGGREGATOR_A_URL, _CLIENT_ID and _CLIENT_SECRET, or TAXOPS_BANK_GATEWAYS for other providers; to try: taxops bank provider simulate',
      fr: 'Réglez TAXOPS_AGGREGATOR_A_URL, _CLIENT_ID et _CLIENT_SECRET, ou TAXOPS_BANK_GATEWAYS pour les autres ; pour essayer : taxops bank provider simulate',
    },
  },
  ProviderByHand: {
    kind: 'invalid',
    en: 'Nothing is asked of {provider}: its accounts are fed by people or by files.',
    fr: 'Rien n’est demandé à {provider} : ses comptes sont alimentés à la main ou par fichiers.',
    hint: {
      en: 'Name a provider that is synchronised, such as AggregatorA.',
      fr: 'Désignez un fournisseur synchronisé, comme AggregatorA.',
    },
  },
  ItemGone: {
    kind: 'conflict',
    en: '{provider} does not know item {itemId} any more.',
    fr: '{provider} ne connaît plus la connexion {itemId}.',
    hint: {
      en: 'Connect the bank again: taxops bank connection open; what was stored stays.',
      fr: 'Reconnectez la banque : taxops bank connection open ; ce qui est enregistré reste.',
    },
  },
  ProviderUserMissing: {
    kind: 'conflict',
    en: 'Folder {folderId} is not known to {provider}.',
    fr: 'Le dossier {folderId} n’est pas connu de {provider}.',
    hint: {
      en: 'Connect a bank first: taxops bank connection open --folder {folderId}',
      fr: 'Connectez d’abord une banque : taxops bank connection open --folder {folderId}',
    },
  },
});
