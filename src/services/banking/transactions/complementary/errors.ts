import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with complementary data, supporting documents and exports. */
export const complementaryErrors = defineErrors({
  CategoryNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no category {categoryId}.',
    fr: 'Le dossier {folderId} n’a pas de catégorie {categoryId}.',
    hint: {
      en: 'List its categories: taxops bank category list --folder {folderId}',
      fr: 'Listez ses catégories : taxops bank category list --folder {folderId}',
    },
  },
  NameTaken: {
    kind: 'conflict',
    en: 'The folder already has one named {name}.',
    fr: 'Le dossier en a déjà un nommé {name}.',
    hint: {
      en: 'Use the one that exists, or another name; case and accents do not matter.',
      fr: 'Prenez celui qui existe, ou un autre nom ; casse et accents ne comptent pas.',
    },
  },
  NatureNotFound: {
    kind: 'notFound',
    en: 'There is no nature {natureId}.',
    fr: 'Il n’y a pas de nature {natureId}.',
    hint: { en: 'List the natures: taxops bank nature list', fr: 'Listez les natures : taxops bank nature list' },
  },
  AxisNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no analytic axis {axisId}.',
    fr: 'Le dossier {folderId} n’a pas d’axe analytique {axisId}.',
    hint: {
      en: 'List its axes: taxops bank analytic axes --folder {folderId}',
      fr: 'Listez ses axes : taxops bank analytic axes --folder {folderId}',
    },
  },
  SupportingDocumentNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no supporting document {documentId}.',
    fr: 'Le dossier {folderId} n’a pas de pièce justificative {documentId}.',
    hint: {
      en: 'List its documents: taxops bank document list --folder {folderId}',
      fr: 'Listez ses pièces : taxops bank document list --folder {folderId}',
    },
  },
  DocumentTwice: {
    kind: 'invalid',
    en: 'Document {documentId} is named twice.',
    fr: 'La pièce {documentId} est nommée deux fois.',
    hint: { en: 'Name it once, with the sum.', fr: 'Nommez-la une fois, avec le total.' },
  },
  DocumentAmountMissing: {
    kind: 'conflict',
    en: 'Nobody has said the amount of document {documentId} yet.',
    fr: 'Le montant de la pièce {documentId} n’est pas encore connu.',
    hint: {
      en: 'Say it: taxops bank document update {documentId} --amount 120.00 (or Amount in this call)',
      fr: 'Indiquez-le : taxops bank document update {documentId} --amount 120.00 (ou Amount dans cet appel)',
    },
  },
  DocumentContradicted: {
    kind: 'conflict',
    en: 'Document {documentId} has another {field}: {known}.',
    fr: 'La pièce {documentId} a un autre {field} : {known}.',
    hint: {
      en: 'Leave the field out, or change the document itself: taxops bank document update',
      fr: 'Omettez ce champ, ou modifiez la pièce elle-même : taxops bank document update',
    },
  },
  DocumentCurrencyDiffers: {
    kind: 'conflict',
    en: 'Document {documentId} is in {documentCurrency}, the transaction in {currency}.',
    fr: 'La pièce {documentId} est en {documentCurrency}, le mouvement en {currency}.',
  },
  AssociationExceedsDocument: {
    kind: 'conflict',
    en: 'Document {documentId} has {remaining} left of {amount}; {asked} was asked for.',
    fr: 'Il reste {remaining} sur {amount} à la pièce {documentId} ; {asked} sont demandés.',
    hint: {
      en: 'See what is associated with it: taxops bank document show {documentId}',
      fr: 'Voyez ce qui lui est associé : taxops bank document show {documentId}',
    },
  },
  AssociationExceedsTransaction: {
    kind: 'conflict',
    en: 'The documents of transaction {transactionId} would come to {asked}, more than its {amount}.',
    fr: 'Les pièces du mouvement {transactionId} feraient {asked}, plus que ses {amount}.',
  },
  NothingLeftToAssociate: {
    kind: 'conflict',
    en: 'Nothing is left to associate between document {documentId} and transaction {transactionId}.',
    fr: 'Il ne reste rien à associer entre la pièce {documentId} et le mouvement {transactionId}.',
  },
  SupportingDocumentInUse: {
    kind: 'conflict',
    en: 'Document {documentId} is associated with {count} transactions.',
    fr: 'La pièce {documentId} est associée à {count} mouvements.',
    hint: { en: 'Take it off them first.', fr: 'Retirez-la d’abord de ceux-ci.' },
  },
  DocumentFileMissing: {
    kind: 'invalid',
    en: 'No document was given.',
    fr: 'Aucune pièce n’a été fournie.',
    hint: {
      en: 'Name a file; over HTTP send it as the multipart part File.',
      fr: 'Donnez un fichier ; en HTTP, envoyez-le comme partie multipart File.',
    },
  },
  DocumentNameInvalid: {
    kind: 'invalid',
    en: 'A document cannot be named {name}: {reason}.',
    fr: 'Une pièce ne peut se nommer {name} : {reason}.',
    hint: { en: 'Send a plain file name, without folders.', fr: 'Envoyez un simple nom de fichier, sans dossier.' },
  },
  DocumentTooLarge: {
    kind: 'tooLarge',
    en: '{name} has more than {limit} bytes.',
    fr: '{name} dépasse {limit} octets.',
    hint: { en: 'Scan it again at a lower resolution.', fr: 'Numérisez-la à nouveau en moindre résolution.' },
  },
  DocumentTypeRefused: {
    kind: 'unsupportedMedia',
    en: '{name} is no PDF, JPEG, PNG or invoice in XML (Factur-X, UBL).',
    fr: '{name} n’est ni un PDF, ni un JPEG, ni un PNG, ni une facture XML (Factur-X, UBL).',
    hint: {
      en: 'What counts is what the file holds, not its name.',
      fr: 'C’est le contenu du fichier qui compte, pas son nom.',
    },
  },
  DocumentFileChanged: {
    kind: 'conflict',
    en: 'The file {name} changed while it was read; nothing is stored.',
    fr: 'Le fichier {name} a changé pendant la lecture ; rien n’est enregistré.',
    hint: { en: 'Add it again once it is complete.', fr: 'Ajoutez-le à nouveau une fois complet.' },
  },
  ExportTooLong: {
    kind: 'invalid',
    en: '{count} transactions answer; a worksheet holds {limit}.',
    fr: '{count} mouvements répondent ; une feuille de calcul en contient {limit}.',
    hint: { en: 'Ask for CSV, or narrow the dates.', fr: 'Demandez le CSV, ou resserrez les dates.' },
  },
  DocumentDamaged: {
    kind: 'internal',
    en: 'Document {documentId} is no longer what was stored.',
    fr: 'La pièce {documentId} n’est plus ce qui avait été enregistré.',
    hint: { en: 'Restore the database from a backup.', fr: 'Restaurez la base depuis une sauvegarde.' },
  },
});
