/** What each finding says, in both languages: what is wrong, then what to do. `{name}` is filled from the finding. */
import type { Labels, Language } from '../../kernel/errors.ts';
import type { FecCode } from './codes.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

export const FEC_MESSAGES = {
  FEC001: {
    en: 'The file is named {name}, not SIREN + FEC + closing date (732829320FEC20241231.txt). Rename it, or give the SIREN and the closing date as options.',
    fr: 'Le fichier s’appelle {name} et non SIREN + FEC + date de clôture (732829320FEC20241231.txt). Renommez-le, ou donnez le SIREN et la date de clôture en option.',
  },
  FEC002: {
    en: 'The first line is not the header of a FEC: neither tab nor | separates at least 9 column names. Export a FEC from the accounting program.',
    fr: 'La première ligne n’est pas l’en-tête d’un FEC : ni tabulation ni | ne sépare au moins 9 noms de colonnes. Exportez un FEC depuis le logiciel comptable.',
  },
  'FEC002.comma': {
    en: 'The columns are separated by “{separator}”, allowed only for exercises closed before 2013. Export with tab or | as separator.',
    fr: 'Les colonnes sont séparées par « {separator} », admis seulement pour les exercices clos avant 2013. Exportez avec la tabulation ou | pour séparateur.',
  },
  'FEC002.format': {
    en: 'This is {kind}, not a FEC text file. Extract or export the FEC as text (.txt) and give that file.',
    fr: 'Ce fichier est {kindFr}, non un FEC au format texte. Extrayez ou exportez le FEC en texte (.txt) et donnez ce fichier.',
  },
  'FEC002.xml': {
    en: 'This is an XML or HTML file. The XML form of the FEC is not read: export the flat form (text with separators).',
    fr: 'Ce fichier est en XML ou HTML. La forme XML du FEC n’est pas lue : exportez la forme à plat (texte avec séparateurs).',
  },
  'FEC002.utf16': {
    en: 'The file is encoded in UTF-16. Export it again, or save it again, as UTF-8 or ISO 8859-15.',
    fr: 'Le fichier est codé en UTF-16. Exportez-le ou enregistrez-le de nouveau en UTF-8 ou ISO 8859-15.',
  },
  'FEC002.binary': {
    en: 'The file is binary, not text. Give the FEC that the accounting program exports.',
    fr: 'Le fichier est binaire et non du texte. Donnez le FEC qu’exporte le logiciel comptable.',
  },
  'FEC002.long': {
    en: 'The first line is longer than {limit} bytes, so it is no FEC header. Check that the file has line ends, or export it again.',
    fr: 'La première ligne dépasse {limit} octets : ce n’est pas un en-tête de FEC. Vérifiez que le fichier a des fins de ligne, ou exportez-le de nouveau.',
  },
  FEC003: {
    en: 'The required column {column} is missing from the header. Export the FEC with all the columns of its form.',
    fr: 'La colonne obligatoire {column} manque dans l’en-tête. Exportez le FEC avec toutes les colonnes de sa forme.',
  },
  FEC004: {
    en: 'Column {column} is not one of the legal columns of this form. It is kept with the line; nothing to do.',
    fr: 'La colonne {column} ne fait pas partie des colonnes légales de cette forme. Elle est gardée avec la ligne ; rien à faire.',
  },
  FEC005: {
    en: 'Column {column} is not at its legal place. Columns are read by name; put them in the legal order before filing.',
    fr: 'La colonne {column} n’est pas à sa place légale. Les colonnes sont lues par leur nom ; remettez-les dans l’ordre légal avant tout dépôt.',
  },
  FEC006: {
    en: 'The line holds the control byte {byte} (hexadecimal), forbidden in a FEC. Remove it in the accounting program and export again.',
    fr: 'La ligne contient l’octet de contrôle {byte} (hexadécimal), interdit dans un FEC. Supprimez-le dans le logiciel comptable et exportez de nouveau.',
  },
  FEC007: {
    en: 'The file has a header but no entry line. Export the exercise again with its entries.',
    fr: 'Le fichier a un en-tête mais aucune ligne d’écriture. Exportez de nouveau l’exercice avec ses écritures.',
  },
  'FEC007.empty': {
    en: 'The file is empty. Export the FEC again.',
    fr: 'Le fichier est vide. Exportez de nouveau le FEC.',
  },
  FEC008: {
    en: 'Column {column} appears more than once in the header. Keep one column of that name.',
    fr: 'La colonne {column} figure plusieurs fois dans l’en-tête. Ne gardez qu’une colonne de ce nom.',
  },
  FEC009: {
    en: 'The file is neither UTF-8 nor ISO 8859-15: it is read as Windows-1252. Export it as UTF-8 or ISO 8859-15 before filing.',
    fr: 'Le fichier n’est ni en UTF-8 ni en ISO 8859-15 : il est lu en Windows-1252. Exportez-le en UTF-8 ou ISO 8859-15 avant tout dépôt.',
  },
  FEC010: {
    en: 'The line has {found} fields, the header {expected}. Look for a separator inside a text or a cut line, and correct it.',
    fr: 'La ligne a {found} champs, l’en-tête {expected}. Cherchez un séparateur dans un texte ou une ligne coupée, et corrigez.',
  },
  'FEC010.surplus': {
    en: 'The line holds a value after the last named column. Look for a separator inside a text, or name the column.',
    fr: 'La ligne contient une valeur après la dernière colonne nommée. Cherchez un séparateur dans un texte, ou nommez la colonne.',
  },
  'FEC010.long': {
    en: 'The line is longer than {limit} bytes: reading stopped here. Check the line ends of the file and export it again.',
    fr: 'La ligne dépasse {limit} octets : la lecture s’arrête ici. Vérifiez les fins de ligne du fichier et exportez-le de nouveau.',
  },
  FEC011: {
    en: 'The line is empty and is skipped. Remove it before filing.',
    fr: 'La ligne est vide, elle est ignorée. Supprimez-la avant tout dépôt.',
  },
  FEC012: {
    en: 'The lines end with one separator too many. It is ignored; nothing to do.',
    fr: 'Les lignes finissent par un séparateur de trop. Il est ignoré ; rien à faire.',
  },
  FEC020: {
    en: '{column} is blank. Fill it in the accounting program and export again.',
    fr: '{column} est vide. Renseignez ce champ dans le logiciel comptable et exportez de nouveau.',
  },
  FEC021: {
    en: '{column} is blank; an auditor will report it. Fill it if the form requires it.',
    fr: '{column} est vide ; un contrôle le relèvera. Renseignez ce champ si la forme l’exige.',
  },
  'FEC021.draft': {
    en: 'ValidDate is blank: the entry is a draft. Validate the entries before filing.',
    fr: 'ValidDate est vide : l’écriture est un brouillon. Validez les écritures avant tout dépôt.',
  },
  FEC030: {
    en: '“{value}” in {column} is not a day of the calendar written AAAAMMJJ. Correct the date.',
    fr: '« {value} » en {column} n’est pas un jour du calendrier écrit AAAAMMJJ. Corrigez la date.',
  },
  FEC031: {
    en: 'The date “{value}” in {column} is read, but the legal form is AAAAMMJJ. Change the date format of the export.',
    fr: 'La date « {value} » en {column} est lue, mais la forme légale est AAAAMMJJ. Changez le format de date de l’export.',
  },
  'FEC032.after': {
    en: 'EcritureDate {date} is after the end of the exercise, {end}. Check the date, or the closing date in the file name or option.',
    fr: 'EcritureDate {date} est après la fin de l’exercice, {end}. Vérifiez la date, ou la date de clôture du nom de fichier ou de l’option.',
  },
  'FEC032.before': {
    en: 'EcritureDate {date} is before the start of the exercise, {start}. Check the date, or the closing date in the file name or option.',
    fr: 'EcritureDate {date} est avant le début de l’exercice, {start}. Vérifiez la date, ou la date de clôture du nom de fichier ou de l’option.',
  },
  FEC033: {
    en: 'The year of {date} in {column} is below 1900 or above 2099. Correct the date.',
    fr: 'L’année de {date} en {column} est avant 1900 ou après 2099. Corrigez la date.',
  },
  FEC034: {
    en: 'ValidDate {valid} is before EcritureDate {date}. Check the validation date.',
    fr: 'ValidDate {valid} est avant EcritureDate {date}. Vérifiez la date de validation.',
  },
  FEC040: {
    en: '“{value}” in {column} has a decimal dot; it is read as a decimal, but the legal separator is the comma. Change the number format of the export.',
    fr: '« {value} » en {column} a un point décimal ; il est lu comme tel, mais le séparateur légal est la virgule. Changez le format des nombres de l’export.',
  },
  FEC041: {
    en: '“{value}” in {column} has a thousands separator. Write the amount without it: 1234,56.',
    fr: '« {value} » en {column} a un séparateur de milliers. Écrivez le montant sans lui : 1234,56.',
  },
  FEC042: {
    en: '“{value}” in {column} is not a number. Write digits, with a comma before the decimals: 1234,56.',
    fr: '« {value} » en {column} n’est pas un nombre. Écrivez des chiffres, avec une virgule avant les décimales : 1234,56.',
  },
  'FEC042.large': {
    en: '“{value}” in {column} is beyond 9 999 999 999 999,99. Correct the amount.',
    fr: '« {value} » en {column} dépasse 9 999 999 999 999,99. Corrigez le montant.',
  },
  FEC043: {
    en: 'Debit and Credit are both filled; debit minus credit is kept. Put the amount on one side.',
    fr: 'Debit et Credit sont tous deux remplis ; débit moins crédit est retenu. Mettez le montant d’un seul côté.',
  },
  FEC044: {
    en: '{column} is negative; it is read as such. Nothing to do, unless the side is wrong.',
    fr: '{column} est négatif ; il est lu ainsi. Rien à faire, sauf si le sens est faux.',
  },
  FEC045: {
    en: '“{value}” in {column} has more than two decimals; it is rounded to {rounded}. Round it in the accounting program.',
    fr: '« {value} » en {column} a plus de deux décimales ; il est arrondi à {rounded}. Arrondissez-le dans le logiciel comptable.',
  },
  FEC046: {
    en: '“{value}” in Sens is none of D, C, +1, -1. Correct the side of the amount.',
    fr: '« {value} » en Sens n’est ni D, ni C, ni +1, ni -1. Corrigez le sens du montant.',
  },
  FEC047: {
    en: 'Debit and credit are both zero. The line is kept; nothing to do.',
    fr: 'Débit et crédit sont nuls. La ligne est gardée ; rien à faire.',
  },
  FEC050: {
    en: 'Account “{value}” does not start with three digits, so its class is unknown. Use an account of the chart (PCG).',
    fr: 'Le compte « {value} » ne commence pas par trois chiffres : sa classe est inconnue. Utilisez un compte du plan comptable (PCG).',
  },
  FEC051: {
    en: 'Account {account} has several labels: “{first}” then “{other}”. The last label of the file is kept; nothing to do.',
    fr: 'Le compte {account} a plusieurs libellés : « {first} » puis « {other} ». Le dernier du fichier est retenu ; rien à faire.',
  },
  FEC052: {
    en: '{filled} is filled and {blank} is blank. Fill both, or neither.',
    fr: '{filled} est rempli et {blank} est vide. Remplissez les deux, ou aucun.',
  },
  FEC053: {
    en: 'Account {account} is outside class 4 and has the auxiliary account “{aux}”. Check that the partner belongs on this line.',
    fr: 'Le compte {account} est hors classe 4 et porte le compte auxiliaire « {aux} ». Vérifiez que le tiers a sa place sur cette ligne.',
  },
  FEC060: {
    en: 'Entry {number} of journal {journal} dated {date} is not balanced: debit minus credit is {difference} ({cents} cents). Correct the entry.',
    fr: 'L’écriture {number} du journal {journal} du {date} n’est pas équilibrée : débit moins crédit vaut {difference} ({cents} centimes). Corrigez l’écriture.',
  },
  FEC061: {
    en: 'Total debit {debit} differs from total credit {credit} by {difference}. Correct the unbalanced entries, or check that the export is complete.',
    fr: 'Le total des débits {debit} diffère du total des crédits {credit} de {difference}. Corrigez les écritures déséquilibrées, ou vérifiez que l’export est complet.',
  },
  'FEC063.gap': {
    en: 'The numbering jumps from {from} to {to}{scope}. Find the missing entries, or keep a note that explains the gap.',
    fr: 'La numérotation saute de {from} à {to}{scopeFr}. Retrouvez les écritures manquantes, ou gardez une note qui explique le trou.',
  },
  'FEC063.repeat': {
    en: 'Number {from} is used by several entries{scope}. Give each entry its own number.',
    fr: 'Le numéro {from} est porté par plusieurs écritures{scopeFr}. Donnez à chaque écriture son propre numéro.',
  },
  'FEC063.none': {
    en: 'Some entry numbers, “{value}” first, do not end with an integer: their continuity was not checked. Use a continuous numbering.',
    fr: 'Des numéros d’écriture, « {value} » en premier, ne finissent pas par un entier : leur continuité n’est pas contrôlée. Utilisez une numérotation continue.',
  },
  'FEC063.same': {
    en: 'All lines bear the same EcritureNum “{value}”: entries are cut where each journal comes back to balance. Export with one number per entry.',
    fr: 'Toutes les lignes portent le même EcritureNum « {value} » : les écritures sont coupées là où chaque journal s’équilibre. Exportez avec un numéro par écriture.',
  },
  FEC064: {
    en: 'Entry numbers restart in each journal: an entry is known by its journal and number. Nothing to do.',
    fr: 'Les numéros d’écriture recommencent dans chaque journal : une écriture est désignée par son journal et son numéro. Rien à faire.',
  },
  FEC065: {
    en: 'The line, of {date}, comes after a line of {previous}: a FEC goes in order of validation. Sort the export by ValidDate.',
    fr: 'La ligne, du {date}, vient après une ligne du {previous} : un FEC suit l’ordre de validation. Triez l’export par ValidDate.',
  },
  FEC066: {
    en: 'An opening entry comes after another entry (line {other}): opening balances must be numbered first. Check the order of the export.',
    fr: 'Une écriture d’à-nouveau vient après une autre écriture (ligne {other}) : les à-nouveaux doivent être numérotés en premier. Vérifiez l’ordre de l’export.',
  },
  FEC070: {
    en: 'The line is lettered {letter} without DateLet: the lettering date is unknown. Nothing to do.',
    fr: 'La ligne est lettrée {letter} sans DateLet : la date de lettrage est inconnue. Rien à faire.',
  },
  FEC071: {
    en: 'DateLet is filled without EcritureLet: the line is read as not lettered. Fill the lettering code, or blank the date.',
    fr: 'DateLet est rempli sans EcritureLet : la ligne est lue comme non lettrée. Renseignez le code de lettrage, ou videz la date.',
  },
  FEC072: {
    en: 'Lettering {letter} of account {account} does not sum to zero ({difference}): partial lettering. Complete it if it should be full.',
    fr: 'Le lettrage {letter} du compte {account} n’est pas soldé ({difference}) : lettrage partiel. Complétez-le s’il doit être total.',
  },
  FEC073: {
    en: 'Lettering {letter} of account {account} is dated {date}, before its oldest line, {oldest}. Check the lettering date.',
    fr: 'Le lettrage {letter} du compte {account} est daté du {date}, avant sa plus ancienne ligne, {oldest}. Vérifiez la date de lettrage.',
  },
  FEC080: {
    en: '{filled} is filled and {blank} is blank or zero. Give both the foreign amount and its currency, or neither.',
    fr: '{filled} est rempli et {blank} est vide ou nul. Donnez le montant en devise et sa devise, ou aucun des deux.',
  },
  FEC090: {
    en: 'All accounts of classes 6 and 7 sum to zero: the closing entries were exported. Export again without them.',
    fr: 'Tous les comptes des classes 6 et 7 sont soldés : les écritures de clôture ont été exportées. Exportez de nouveau sans elles.',
  },
  FEC091: {
    en: 'The key of SIREN {siren} is wrong. Check the number in the file name or in the option.',
    fr: 'La clé du SIREN {siren} est fausse. Vérifiez le numéro dans le nom de fichier ou dans l’option.',
  },
  'FEC099.memory': {
    en: 'The file has more distinct entries, accounts or letterings than the {limit} MB given to hold them. Split the file by exercise, or raise the memory limit.',
    fr: 'Le fichier a plus d’écritures, comptes ou lettrages distincts que n’en tiennent les {limit} Mo alloués. Découpez le fichier par exercice, ou augmentez la limite de mémoire.',
  },
  'FEC099.sum': {
    en: 'A sum of amounts goes beyond 90 071 992 547 409,91. Correct the amounts of this line and of those before it.',
    fr: 'Une somme de montants dépasse 90 071 992 547 409,91. Corrigez les montants de cette ligne et des précédentes.',
  },
} as const satisfies Readonly<Record<string, Labels>>;

export type MessageKey = keyof typeof FEC_MESSAGES;
/** The messages that are also codes: the plain wording of that code. */
export type PlainCode = MessageKey & FecCode;

export const messageText = (key: MessageKey, params: MessageParams, language: Language): string =>
  FEC_MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
