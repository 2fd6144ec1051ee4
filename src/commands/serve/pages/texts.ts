/** Every word of the pages that no operation, field or failure brings along, in both languages. */
import type { Labels } from '../../../services/kernel/errors.ts';

const TEXTS = {
  account: { en: 'Account', fr: 'Compte' },
  ask: { en: 'Show', fr: 'Afficher' },
  backTo: { en: 'Back', fr: 'Retour' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  choices: { en: 'Language and theme', fr: 'Langue et thème' },
  confirm: { en: 'Do it', fr: 'Confirmer' },
  confirmTitle: { en: 'Before it is done', fr: 'Avant de le faire' },
  correlation: { en: 'Reference', fr: 'Référence' },
  create: { en: 'Create', fr: 'Créer' },
  done: { en: 'Done:', fr: 'Fait :' },
  empty: { en: 'Nothing here.', fr: 'Rien ici.' },
  end: { en: 'End it', fr: 'Clore' },
  folders: { en: 'Folders', fr: 'Dossiers' },
  keep: { en: 'Save', fr: 'Enregistrer' },
  keys: { en: 'Keys', fr: 'Touches' },
  login: { en: 'Open a session', fr: 'Ouvrir une session' },
  loginLink: {
    en: 'On this machine a link opens a session, once and within ten minutes. This command makes one:',
    fr: 'Sur cette machine, un lien ouvre une session, une fois et dans les dix minutes. Cette commande en fait un :',
  },
  logout: { en: 'Log out', fr: 'Se déconnecter' },
  nav: { en: 'Pages', fr: 'Pages' },
  next: { en: 'Next', fr: 'Suivant' },
  no: { en: 'no', fr: 'non' },
  notYours: { en: 'Not found', fr: 'Introuvable' },
  of: { en: 'of', fr: 'sur' },
  open: { en: 'Open', fr: 'Ouvrir' },
  previous: { en: 'Previous', fr: 'Précédent' },
  print: { en: 'Print', fr: 'Imprimer' },
  problem: { en: 'This cannot be shown or done', fr: 'Ceci ne peut être montré ou fait' },
  result: { en: 'Result', fr: 'Résultat' },
  search: { en: 'Search folders', fr: 'Chercher un dossier' },
  sessions: { en: 'Sessions', fr: 'Sessions' },
  skip: { en: 'To the content', fr: 'Au contenu' },
  thisSession: { en: 'this one', fr: 'celle-ci' },
  where: { en: 'Where you are', fr: 'Vous êtes ici' },
  yes: { en: 'yes', fr: 'oui' },
} as const satisfies Readonly<Record<string, Labels>>;

export type Word = keyof typeof TEXTS;

export const wordsOf: Readonly<Record<Word, Labels>> = TEXTS;
