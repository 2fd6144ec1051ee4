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

/** Words between the topic and the verb, with all that comes before them. */
const NOUNS: Readonly<Record<string, Labels>> = {
  'account sub-account': {
    en: 'Customers, suppliers, employees under an account',
    fr: 'Clients, fournisseurs, salariés sous un compte',
  },
  'asset account': { en: 'Ledger accounts that fixed assets use', fr: 'Comptes que les immobilisations utilisent' },
  'asset alert': { en: 'Assets that something is wrong with', fr: 'Immobilisations en alerte' },
  'asset component': { en: 'Decomposition of an asset', fr: 'Décomposition d’une immobilisation' },
  'asset credit-note': { en: 'Credit notes received on an asset', fr: 'Avoirs reçus sur une immobilisation' },
  'asset edition': { en: 'Tables and forms to print', fr: 'Tableaux et états à imprimer' },
  'asset energy': { en: 'Energies of vehicles', fr: 'Énergies des véhicules' },
  'asset entry': {
    en: 'Entries of assets, against the ledger',
    fr: 'Écritures d’immobilisations, face à la comptabilité',
  },
  'asset group': {
    en: 'Assets in progress put into service as one',
    fr: 'Immobilisations en cours mises en service ensemble',
  },
  'asset header': { en: 'Columns of the asset table', fr: 'Colonnes du tableau des immobilisations' },
  'asset proposal': {
    en: 'Purchases of the ledger without an asset',
    fr: 'Achats de la comptabilité sans immobilisation',
  },
  'asset retirement': { en: 'Sales and scrapping', fr: 'Cessions et mises au rebut' },
  'asset transfer': { en: 'Transfers from account to account', fr: 'Virements de compte à compte' },
  'bank account': { en: 'Bank accounts', fr: 'Comptes bancaires' },
  'bank analytic': { en: 'Analytic axes and items', fr: 'Axes et codes analytiques' },
  'bank bank': { en: 'Banks that a provider reaches', fr: 'Banques qu’un fournisseur atteint' },
  'bank category': { en: 'Categories of transactions', fr: 'Catégories de mouvements' },
  'bank client': { en: 'Clients of an aggregator', fr: 'Clients d’un agrégateur' },
  'bank client-connection': { en: 'Connections of a folder as a client', fr: 'Connexions d’un dossier comme client' },
  'bank complement': {
    en: 'Transactions with their complementary data',
    fr: 'Mouvements avec leurs données complémentaires',
  },
  'bank connection': {
    en: 'Connections to banks, through a provider',
    fr: 'Connexions aux banques, par un fournisseur',
  },
  'bank document': { en: 'Supporting documents of transactions', fr: 'Pièces justificatives des mouvements' },
  'bank ebics': {
    en: 'EBICS: keys of the bank, statements taken again',
    fr: 'EBICS : clés de la banque, relevés repris',
  },
  'bank entry': { en: 'Entries of transactions', fr: 'Écritures des mouvements' },
  'bank nature': { en: 'Natures of operations', fr: 'Natures d’opérations' },
  'bank provider': { en: 'Providers of bank data', fr: 'Fournisseurs de données bancaires' },
  'bank query': {
    en: 'Queries with filters, sorts and fields (OData)',
    fr: 'Requêtes avec filtres, tris et champs (OData)',
  },
  'bank reconcile': {
    en: 'Links between transactions and entries',
    fr: 'Rapprochement des mouvements et des écritures',
  },
  'bank reconcile account': {
    en: 'Journal and account that book a bank account',
    fr: 'Journal et compte qui comptabilisent un compte bancaire',
  },
  'bank rule': { en: 'Rules that assign transactions to accounts', fr: 'Règles d’affectation des mouvements' },
  'bank source': { en: 'Where statement files come from', fr: 'D’où viennent les relevés' },
  'bank source add': {
    en: 'Add a folder, an SFTP account or a bank',
    fr: 'Ajouter un dossier, un compte SFTP ou une banque',
  },
  'bank statement': { en: 'Bank statements (CFONB)', fr: 'Relevés bancaires (CFONB)' },
  'bank transaction': { en: 'Bank transactions', fr: 'Mouvements bancaires' },
  'declaration date': { en: 'Declaration periods', fr: 'Périodes de déclaration' },
  'declaration deadline': { en: 'Deadlines of declarations', fr: 'Échéances des déclarations' },
  'declaration document': { en: 'Documents of declarations', fr: 'Documents des déclarations' },
  'declaration edi': { en: 'EDI files of declarations', fr: 'Fichiers EDI des déclarations' },
  'declaration page': { en: 'Pages of ChannelA', fr: 'Pages de ChannelA' },
  'declaration piece': { en: 'Pieces sent and received', fr: 'Pièces envoyées et reçues' },
  'declaration reminder': { en: 'Reminders of a folder', fr: 'Rappels d’un dossier' },
  'declaration settings': { en: 'Settings of a declaration period', fr: 'Réglages d’une période de déclaration' },
  'declaration value': { en: 'Values that the ledger does not hold', fr: 'Valeurs absentes de la comptabilité' },
  'declaration webhook': { en: 'Notifications from ChannelA', fr: 'Notifications de ChannelA' },
  'entry line': { en: 'Lines of entries', fr: 'Lignes d’écriture' },
};

/** What the commands under these words are about: those of `bank`, of `bank account`. */
export const aboutOf = (words: readonly string[]): Labels | undefined =>
  words.length === 1 ? TOPICS[words[0] ?? '']?.about : NOUNS[words.join(' ')];
