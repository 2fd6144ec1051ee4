/**
 * The checks of a FEC (fichier des écritures comptables, LPF art. A. 47 A-1) and their severities.
 * An error refuses the file; strict turns the marked codes into errors, which comes close to the tool of the tax
 * administration. FEC099 is this program's own: the file is beyond a stated limit.
 * `findings.tsv` has a row per wording, in both languages: what is wrong, then what to do; `{name}` is filled from the
 * finding. A code of several wordings has rows such as `FEC002.comma`.
 */
import type { Language } from '../../kernel/errors.ts';
import { readNamed } from '../../kernel/package-file.ts';

export type Severity = 'error' | 'warning' | 'info';

const WORDINGS = [
  'FEC001',
  'FEC001.needs',
  'FEC001.told',
  'FEC002',
  'FEC002.comma',
  'FEC002.excel',
  'FEC002.format',
  'FEC002.xml',
  'FEC002.utf16',
  'FEC002.binary',
  'FEC002.long',
  'FEC002.lines',
  'FEC002.quoted',
  'FEC003',
  'FEC004',
  'FEC005',
  'FEC006',
  'FEC007',
  'FEC007.empty',
  'FEC008',
  'FEC009',
  'FEC010',
  'FEC010.surplus',
  'FEC010.long',
  'FEC011',
  'FEC012',
  'FEC020',
  'FEC021',
  'FEC021.draft',
  'FEC030',
  'FEC031',
  'FEC032.after',
  'FEC032.before',
  'FEC033',
  'FEC034',
  'FEC035',
  'FEC040',
  'FEC041',
  'FEC042',
  'FEC042.large',
  'FEC043',
  'FEC044',
  'FEC045',
  'FEC046',
  'FEC047',
  'FEC050',
  'FEC051',
  'FEC052',
  'FEC053',
  'FEC060',
  'FEC061',
  'FEC063.gap',
  'FEC063.gapInJournal',
  'FEC063.repeat',
  'FEC063.repeatInJournal',
  'FEC063.none',
  'FEC063.same',
  'FEC064',
  'FEC065',
  'FEC066',
  'FEC067',
  'FEC070',
  'FEC071',
  'FEC072',
  'FEC073',
  'FEC080',
  'FEC090',
  'FEC091',
  'FEC092',
  'FEC093',
  'FEC094',
  'FEC095',
  'FEC095.partial',
  'FEC096',
  'FEC099.memory',
  'FEC099.sum',
] as const;

/** The name of a wording. */
export type MessageKey = (typeof WORDINGS)[number];
export type FecCode = MessageKey extends infer Key ? (Key extends `${infer Code}.${string}` ? Code : Key) : never;
/** The messages that are also codes: the plain wording of that code. */
export type PlainCode = MessageKey & FecCode;
export type MessageParams = Readonly<Record<string, string | number>>;

/** `strict`: an error under the strict option. */
export const FEC_MESSAGES = readNamed('src/services/ledger/fec/findings.tsv', WORDINGS, [
  'severity',
  'strict',
  'en',
  'fr',
]);

export const codeOf = (key: MessageKey): FecCode => key.slice(0, 6) as FecCode;

export const FEC_CODES = Object.fromEntries(
  WORDINGS.map((key) => [
    codeOf(key),
    { severity: FEC_MESSAGES[key].severity as Severity, isStrict: FEC_MESSAGES[key].strict !== '' },
  ]),
) as Readonly<Record<FecCode, { readonly severity: Severity; readonly isStrict: boolean }>>;

export const severityOf = (code: FecCode, strict: boolean): Severity =>
  strict && FEC_CODES[code].isStrict ? 'error' : FEC_CODES[code].severity;

export const messageText = (key: MessageKey, params: MessageParams, language: Language): string =>
  FEC_MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
