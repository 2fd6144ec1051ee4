import { defineErrors } from '../kernel/errors.ts';

export const secretErrors = defineErrors({
  SecretKeyInvalid: {
    kind: 'invalid',
    en: 'The secret key cannot be used: {reason}.',
    fr: 'La clé secrète est inutilisable : {reason}.',
    hint: {
      en: 'Give TAXOPS_SECRET_KEY 32 random bytes in base64, or let `taxops init` make a key file.',
      fr: 'Donnez à TAXOPS_SECRET_KEY 32 octets aléatoires en base64, ou laissez `taxops init` créer un fichier de clé.',
    },
  },
  SecretUnreadable: {
    kind: 'internal',
    en: 'A stored secret does not open with the keys given.',
    fr: 'Un secret stocké ne s’ouvre pas avec les clés données.',
    hint: {
      en: 'Add the key it was written with to TAXOPS_SECRET_KEY, after the present one.',
      fr: 'Ajoutez à TAXOPS_SECRET_KEY, après la clé actuelle, celle qui l’a écrit.',
    },
  },
});
