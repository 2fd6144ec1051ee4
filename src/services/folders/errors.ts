import { defineErrors } from '../kernel/errors.ts';

export const folderErrors = defineErrors({
  SirenInvalid: {
    kind: 'invalid',
    en: '{siren} is not a SIREN: nine digits whose key is right.',
    fr: '{siren} n’est pas un SIREN : neuf chiffres dont la clé est juste.',
    hint: { en: 'Check the number on the company register.', fr: 'Vérifiez le numéro au registre des entreprises.' },
  },
  SiretInvalid: {
    kind: 'invalid',
    en: '{siret} is not a SIRET of SIREN {siren}: fourteen digits that begin with the SIREN and whose key is right.',
    fr: '{siret} n’est pas un SIRET du SIREN {siren} : quatorze chiffres commençant par le SIREN, clé juste.',
    hint: { en: 'Check the number on the company register.', fr: 'Vérifiez le numéro au registre des entreprises.' },
  },
  SirenTaken: {
    kind: 'conflict',
    en: 'The firm already has folder {folderId} with SIREN {siren}.',
    fr: 'Le cabinet a déjà le dossier {folderId} pour le SIREN {siren}.',
    hint: { en: 'Use that folder, or update it.', fr: 'Utilisez ce dossier, ou modifiez-le.' },
  },
});
