/** What ChannelA says of declarations, read from its JSON. What cannot be read is left out, never guessed. */
import type { NoticeError } from '../../edi/notice.ts';
import { type Instant, readInstant } from '../../kernel/paris-time.ts';
import type { ChannelDeclaration, Links } from '../channel.ts';
import { asObject, type JsonObject, textOf, unreadable } from '../outbound/json-answer.ts';

/** Most declarations of one company, and most errors of one declaration, that are read. */
const MAX_DECLARATIONS = 5_000;
const MAX_ERRORS = 1_000;

/** Names under which each value was met; the first that is there counts. */
const NAMES = {
  label: ['label', 'declarationLibelle', 'libelle'],
  type: ['declarationType', 'type'],
  form: ['formulaire'],
  status: ['declarationStatus', 'status'],
  statusLabel: ['statusLibelle', 'statusLabel'],
} as const;

/** Without offset they are Paris time; a date alone is Paris midnight. */
const INSTANTS = {
  start: ['dateDebut'],
  end: ['dateFin'],
  due: ['dateEcheance'],
  sentAt: ['dateEnvoiDGFIP', 'dateEnvoiDGFiP', 'dateEnvoi'],
  answeredAt: ['dateRetourDGFIP', 'dateHeureDGFiP'],
  modifiedAt: ['dateHeureModification'],
} as const;

const LINKS: Readonly<Record<keyof Links, readonly string[]>> = {
  pdf: ['lienDeclarationPdf', 'declarationPdf', 'declarationPdfUrl', 'lienPdf'],
  page: ['lienDeclaration', 'declarationUrl'],
  receipt: ['lienAccuseDeReceptionPDF', 'accuseDeReceptionPDFUrl'],
  edi: ['lienFichierEDI', 'fichierEDIUrl'],
};

const IDENTIFIERS = ['declarationId', 'id'];

/** One declaration: an item of a list, or the answer to a question about one. Throws ChannelAnswerUnreadable. */
export function readDeclaration(value: unknown): ChannelDeclaration {
  const object = asObject(value);
  const pick = <N extends string, V>(names: Readonly<Record<N, readonly string[]>>, read: (value: unknown) => V) =>
    Object.fromEntries((Object.keys(names) as N[]).map((name) => [name, first(object, names[name], read)])) as Record<
      N,
      V | undefined
    >;
  return {
    channelId: first(object, IDENTIFIERS, identifier),
    ...pick(NAMES, textOf),
    ...pick(INSTANTS, instant),
    links: pick(LINKS, textOf),
    errors: readErrors(object.declarationErreurs),
  };
}

/** A list, bare or under `declarations`. Throws ChannelAnswerUnreadable. */
export function readDeclarations(value: unknown): ChannelDeclaration[] {
  const list = Array.isArray(value) ? value : asObject(value).declarations;
  if (!Array.isArray(list)) throw unreadable('a list of declarations is expected');
  if (list.length > MAX_DECLARATIONS) throw unreadable(`more than ${MAX_DECLARATIONS} declarations`);
  return withoutRepeats(list.map(readDeclaration));
}

/** A list may name one declaration twice: the last word counts. */
function withoutRepeats(declarations: readonly ChannelDeclaration[]): ChannelDeclaration[] {
  const lastOf = new Map(declarations.map((declaration) => [declaration.channelId, declaration]));
  return declarations.filter(
    (declaration) => declaration.channelId === undefined || lastOf.get(declaration.channelId) === declaration,
  );
}

function first<V>(object: JsonObject, names: readonly string[], read: (value: unknown) => V): V | undefined {
  for (const name of names) {
    const value = read(object[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

function identifier(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 1 && (number as number) <= 2_147_483_647
    ? (number as number)
    : undefined;
}

const instant = (value: unknown): Instant | undefined =>
  typeof value === 'string' ? readInstant(value.trim()) : undefined;

const readErrors = (value: unknown): NoticeError[] =>
  (Array.isArray(value) ? value.slice(0, MAX_ERRORS) : [])
    .filter((error) => typeof error === 'object' && error !== null)
    .map((error: JsonObject) => ({
      formulaire: textOf(error.formulaire),
      champ: textOf(error.champ),
      champValeur: textOf(error.champValeur),
      code: textOf(error.code),
      libelle: textOf(error.libelle),
    }));

/** Words of an answer that says there is no such declaration, whatever its status. */
const ABSENT = /not\s*found|introuvable|inconnue?\b|aucune?\s+d[ée]claration/i;

export const saysNotFound = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ABSENT.test(textOf((value as JsonObject).message) ?? '');
