/** Words of the command line itself, in both languages. */
import type { Labels } from '../../services/kernel/errors.ts';

export const WORDS = {
  usage: { en: 'Usage', fr: 'Usage' },
  examples: { en: 'Examples', fr: 'Exemples' },
  exitCodes: { en: 'Exit codes', fr: 'Codes de sortie' },
  bodyFlag: {
    en: 'Input as a JSON file, or - for standard input',
    fr: 'Entrée en fichier JSON, ou - pour l’entrée standard',
  },
  bodyFields: { en: 'Fields of the input', fr: 'Champs de l’entrée' },
  helpFlag: { en: 'Show this help', fr: 'Affiche cette aide' },
  helpCommand: { en: 'help [command]', fr: 'help [commande]' },
  helpOfCommand: { en: 'Show the help of a command', fr: 'Affiche l’aide d’une commande' },
  setFlag: { en: 'Set one field of the body, Field.Path=value', fr: 'Fixe un champ de l’entrée, Champ.Chemin=valeur' },
  yesFlag: { en: 'Do not ask for confirmation', fr: 'Ne pas demander confirmation' },
  jsonFlag: { en: 'Short for --format json', fr: 'Abrège --format json' },
  formatFlag: { en: 'Form of the result', fr: 'Forme du résultat' },
  fieldsFlag: { en: 'Keep these fields, comma separated', fr: 'Garde ces champs, séparés par des virgules' },
  outputFlag: {
    en: 'Write the result to a file, every row: .json, .ndjson, .csv, .xlsx, .pdf or .txt tells its form',
    fr: 'Écrit le résultat dans un fichier, toutes les lignes : .json, .ndjson, .csv, .xlsx, .pdf ou .txt dit sa forme',
  },
  excelFlag: {
    en: 'CSV for French Excel: headings for people, semicolons, decimal commas and a byte-order mark',
    fr: 'CSV pour Excel français : titres de colonnes lisibles, points-virgules, virgules décimales et BOM',
  },
  tableFlag: {
    en: 'Which table of a result of several CSV holds; the first, which says the others, unless given',
    fr: 'Le tableau que le CSV contient quand le résultat en a plusieurs ; sinon le premier, qui dit les autres',
  },
  langFlag: { en: 'Language of labels and messages', fr: 'Langue des libellés et des messages' },
  quietFlag: { en: 'No progress, no advice', fr: 'Ni progression, ni conseil' },
  verboseFlag: { en: 'Show the stack of an unexpected error', fr: 'Montre la pile d’une erreur imprévue' },
  homeFlag: { en: 'Folder of the data', fr: 'Dossier des données' },
  confirm: { en: 'This cannot be undone. Go on?', fr: 'C’est irréversible. Continuer ?' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  yesOrNo: { en: 'Answer yes or no.', fr: 'Répondez oui ou non.' },
  interrupted: { en: 'interrupted', fr: 'interrompu' },
  nothing: { en: 'nothing', fr: 'rien' },
} as const satisfies Record<string, Labels>;
