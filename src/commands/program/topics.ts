import type { Labels } from '../../services/kernel/errors.ts';

interface Topic {
  readonly group: Labels;
  readonly about: Labels;
}

const START: Labels = { en: 'Start here', fr: 'Pour commencer' };
const FIRM: Labels = { en: 'Firm and ledger', fr: 'Cabinet et comptabilité' };
const WORK: Labels = { en: 'Services', fr: 'Services' };
const SYSTEM: Labels = { en: 'This installation', fr: 'Cette installation' };

/** First words of the command line, in the order help shows them. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  demo: { group: START, about: { en: 'See it work', fr: 'Le voir à l’œuvre' } },
  init: { group: START, about: { en: 'Set it up', fr: 'L’installer' } },
  import: { group: START, about: { en: 'Import files', fr: 'Importer des fichiers' } },
  status: { group: START, about: { en: 'State of things', fr: 'État des choses' } },
  search: { group: START, about: { en: 'Find a command', fr: 'Trouver une commande' } },
  explain: { group: START, about: { en: 'What a code means', fr: 'Sens d’un code' } },
  company: { group: FIRM, about: { en: 'Accounting firms', fr: 'Cabinets comptables' } },
  folder: { group: FIRM, about: { en: 'Folders: the client companies', fr: 'Dossiers : les entreprises clientes' } },
  exercise: { group: FIRM, about: { en: 'Exercises of a folder', fr: 'Exercices d’un dossier' } },
  account: { group: FIRM, about: { en: 'Chart of accounts', fr: 'Plan de comptes' } },
  journal: { group: FIRM, about: { en: 'Journals', fr: 'Journaux' } },
  entry: { group: FIRM, about: { en: 'Accounting entries', fr: 'Écritures comptables' } },
  ledger: { group: FIRM, about: { en: 'Ledger files (FEC) and reports', fr: 'Fichiers d’écritures (FEC) et états' } },
  declaration: {
    group: WORK,
    about: { en: 'Tax declarations and their transmission', fr: 'Déclarations fiscales et leur envoi' },
  },
  asset: { group: WORK, about: { en: 'Fixed assets', fr: 'Immobilisations' } },
  bank: {
    group: WORK,
    about: { en: 'Bank accounts, statements, transactions', fr: 'Comptes bancaires, relevés, mouvements' },
  },
  vat: { group: WORK, about: { en: 'VAT', fr: 'TVA' } },
  file: { group: WORK, about: { en: 'Files that were produced', fr: 'Fichiers produits' } },
  channel: { group: SYSTEM, about: { en: 'Filing channels', fr: 'Canaux de dépôt' } },
  secrets: {
    group: SYSTEM,
    about: { en: 'Keys of what is stored encrypted', fr: 'Clés de ce qui est stocké chiffré' },
  },
  serve: { group: SYSTEM, about: { en: 'HTTP API', fr: 'API HTTP' } },
  worker: { group: SYSTEM, about: { en: 'Take queued items', fr: 'Traiter les éléments en file' } },
  job: { group: SYSTEM, about: { en: 'Background jobs', fr: 'Travaux' } },
  db: { group: SYSTEM, about: { en: 'Database', fr: 'Base de données' } },
  token: { group: SYSTEM, about: { en: 'Tokens for trials', fr: 'Jetons pour essais' } },
  audit: { group: SYSTEM, about: { en: 'Audit log', fr: 'Journal d’audit' } },
  config: { group: SYSTEM, about: { en: 'Configuration', fr: 'Configuration' } },
  doctor: { group: SYSTEM, about: { en: 'Check the installation', fr: 'Vérifier l’installation' } },
  operation: {
    group: SYSTEM,
    about: { en: 'Operations and their documentation', fr: 'Opérations et leur documentation' },
  },
  openapi: { group: SYSTEM, about: { en: 'OpenAPI document', fr: 'Document OpenAPI' } },
  completion: { group: SYSTEM, about: { en: 'Shell completion', fr: 'Complétion du shell' } },
};
