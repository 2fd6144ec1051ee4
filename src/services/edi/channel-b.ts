/**
 * The operations of ChannelB, as messages in SOAP bodies: a deposit, the list of available pieces, one piece. HTTP
 * answers 200 even for errors: `codeRetour` tells. Written and read on both sides, for the adapter and the simulator.
 */
import type { Labels } from '../kernel/errors.ts';
import { ediErrors } from './errors.ts';
import { childText, type XmlElement, xml } from './xml.ts';

const NAMESPACE = 'urn:channel-b:v2';

/** Who calls, repeated in each body. */
const CALLER = ['editeur', 'logiciel', 'version'] as const;

interface MessageShape<R extends string, O extends string, L extends string> {
  readonly name: string;
  readonly required: readonly R[];
  readonly optional: readonly O[];
  /** Fields of a repeated element, all optional but the first. */
  readonly rows?: { readonly list: string; readonly row: string; readonly fields: readonly L[] };
}

type Message<R extends string, O extends string, L extends string> = Readonly<Record<R, string>> &
  Readonly<Partial<Record<O, string>>> & { readonly rows?: readonly Readonly<Partial<Record<L, string>>>[] };

const shape = <const R extends string, const O extends string = never, const L extends string = never>(
  definition: MessageShape<R, O, L>,
): MessageShape<R, O, L> => definition;

export const DEPOSIT_REQUEST = shape({
  name: 'addDocument',
  required: [...CALLER, 'sujet', 'procedure', 'nomFichier', 'contenu'], // contenu: base64
  optional: [],
});

export const DEPOSIT_ANSWER = shape({
  name: 'addDocumentReponse',
  required: ['codeRetour'],
  optional: ['libelleRetour', 'numeroAds'],
});

/** Days as DD/MM/YYYY; statutPiece 00 not fetched yet, 01 all. */
export const LIST_REQUEST = shape({
  name: 'ListeDisponibiliteV2',
  required: [...CALLER, 'dateDebut', 'dateFin', 'statutPiece', 'typeDeListe', 'typeProcedure'],
  optional: ['dossier'],
});

export const LIST_ANSWER = shape({
  name: 'ListeDisponibiliteV2Reponse',
  required: ['codeRetour'],
  optional: ['libelleRetour'],
  rows: { list: 'pieces', row: 'piece', fields: ['numero', 'typeDePiece', 'numeroAds', 'date', 'sujet'] },
});

export const PIECE_REQUEST = shape({
  name: 'DemandeAccuse',
  required: [...CALLER, 'numero', 'typeDePiece', 'typeMime'],
  optional: [],
});

export const PIECE_ANSWER = shape({
  name: 'DemandeAccuseReponse',
  required: ['codeRetour'],
  optional: ['libelleRetour', 'typeMime', 'contenu'],
});

/** The element of a body. */
export function writeMessage<R extends string, O extends string, L extends string>(
  definition: MessageShape<R, O, L>,
  message: Message<R, O, L>,
): XmlElement {
  const texts = message as Readonly<Record<string, string | undefined>>;
  const fields = [...definition.required, ...definition.optional].flatMap((name) => element(name, texts[name]));
  const { rows } = definition;
  const list = rows
    ? [
        xml(
          rows.list,
          (message.rows ?? []).map((row) =>
            xml(
              rows.row,
              rows.fields.flatMap((name) => element(name, row[name])),
            ),
          ),
        ),
      ]
    : [];
  return xml(definition.name, [...fields, ...list], { xmlns: NAMESPACE });
}

const element = (name: string, text: string | undefined): XmlElement[] => (text === undefined ? [] : [xml(name, text)]);

const MAX_ROWS = 10_000;

/** Throws ChannelAnswerUnreadable when the body is another message or lacks a required field. */
export function readMessage<R extends string, O extends string, L extends string>(
  definition: MessageShape<R, O, L>,
  body: XmlElement,
): Message<R, O, L> {
  const missing = definition.required.filter((name) => childText(body, name) === undefined);
  if (body.name !== definition.name || missing.length > 0) {
    const reason = body.name === definition.name ? `${missing.join(', ')} missing` : `${definition.name} is expected`;
    throw ediErrors.ChannelAnswerUnreadable({ reason });
  }
  const fields = textsOf(body, [...definition.required, ...definition.optional]);
  return { ...fields, ...(definition.rows && { rows: rowsOf(body, definition.rows) }) } as unknown as Message<R, O, L>;
}

function rowsOf(body: XmlElement, { list, row, fields }: { list: string; row: string; fields: readonly string[] }) {
  const rows = body.children.filter(({ name }) => name === list).flatMap(({ children }) => children);
  if (rows.length > MAX_ROWS)
    throw ediErrors.ChannelAnswerUnreadable({
      reason: { en: `more than ${MAX_ROWS} rows`, fr: `plus de ${MAX_ROWS} lignes` },
    });
  return rows.filter(({ name }) => name === row).map((tree) => textsOf(tree, fields));
}

const textsOf = (tree: XmlElement, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = childText(tree, name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );

/** What a return code means for the caller. */
export type ReturnOutcome =
  | 'done'
  /** Nothing there yet: ask again later. */
  | 'absent'
  /** Asking the same again will fail again. */
  | 'refused'
  /** Trouble at the channel: a question may be asked again; a deposit may have been taken. */
  | 'technical';

export interface ReturnCode {
  readonly outcome: ReturnOutcome;
  readonly label: Labels;
}

const RETURN_CODES: Readonly<Record<string, ReturnCode>> = {
  '00': { outcome: 'done', label: { en: 'success', fr: 'succès' } },
  '04': { outcome: 'refused', label: { en: 'compression not supported', fr: 'compression non supportée' } },
  '05': {
    outcome: 'refused',
    label: {
      en: 'malformed request (often dates more than 18 months apart)',
      fr: 'requête mal formée (souvent plus de 18 mois entre les dates)',
    },
  },
  '06': { outcome: 'refused', label: { en: 'login refused', fr: 'authentification refusée' } },
  '07': { outcome: 'absent', label: { en: 'document not available', fr: 'document non disponible' } },
  '08': { outcome: 'refused', label: { en: 'number of another account', fr: 'numéro d’un autre compte' } },
  '11': { outcome: 'refused', label: { en: 'wrong procedure', fr: 'procédure erronée' } },
  '99': { outcome: 'technical', label: { en: 'technical problem', fr: 'problème technique' } },
};

/** A code that is not in the table is technical: nothing is known of what was done. */
export const returnCode = (code: string): ReturnCode =>
  (Object.hasOwn(RETURN_CODES, code) ? RETURN_CODES[code] : undefined) ?? {
    outcome: 'technical',
    label: { en: `unknown code ${code.slice(0, 10)}`, fr: `code inconnu ${code.slice(0, 10)}` },
  };

/** Codes of piece types. */
export const PIECE_CODES = { Ads: '00', Acs: '01', Ars: '02', Reception: '03', ReceptionMail: '04' } as const;

/** Codes of lists: `Notices` is ACS and ARS, `All` everything. */
export const LIST_CODES = {
  Ads: '00',
  Acs: '01',
  Ars: '02',
  Reception: '03',
  NoticesAndReceptions: '97',
  Notices: '98',
  All: '99',
} as const;

/** Fetching marks a piece for everyone who shares the account, so the full list is asked for. */
export const PIECE_STATES = { New: '00', All: '01' } as const;

/** Longest range of days a list may be asked for, with a margin under the 18 months of the channel. */
export const MAX_LIST_DAYS = 540;

/** `2025-12-31` as `31/12/2025`. */
export const frenchDay = (day: string): string => day.split('-').reverse().join('/');
