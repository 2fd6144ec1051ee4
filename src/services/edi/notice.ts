/**
 * Notices of a channel on what was deposited: ADS (the file was taken), ACS (it conforms), ARS (the recipient's answer).
 * A piece is base64, gzip or not whatever was announced, and is an e-mail whose part `avis.xml` holds the notice.
 */
import { parseAmount } from '../kernel/money.ts';
import { type Instant, readInstant } from '../kernel/paris-time.ts';
import { ediErrors } from './errors.ts';
import { findAttachment } from './mime.ts';
import { readBase64, unpack } from './unpack.ts';
import { childText, find, readXml, XML_LIMITS, type XmlElement } from './xml.ts';

export type NoticeKind = 'Ads' | 'Acs' | 'Ars';

/** The verdict a declaration is listed under. `Unknown` keeps a group name that is not in the table. */
export const NOTICE_GROUPS = [
  'Accepted',
  'AcceptedWithAnomalies',
  'Rejected',
  'Waiting',
  'Suspended',
  'Unknown',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

export interface NoticeError {
  readonly formulaire?: string | undefined;
  readonly champ?: string | undefined;
  readonly champValeur?: string | undefined;
  readonly code?: string | undefined;
  readonly libelle?: string | undefined;
}

export interface NoticeLine {
  readonly group: NoticeGroup;
  /** The group as the notice names it. */
  readonly groupName: string;
  readonly siret?: string | undefined;
  readonly name?: string | undefined;
  /** Our reference of the declaration. */
  readonly reference?: string | undefined;
  readonly type?: string | undefined;
  readonly typeLabel?: string | undefined;
  readonly recipient?: string | undefined;
  readonly periodStart?: Instant | undefined;
  readonly periodEnd?: Instant | undefined;
  readonly rof?: string | undefined;
  /** Cents. */
  readonly amount?: bigint | undefined;
  readonly isBlocked: boolean;
  readonly errors: readonly NoticeError[];
}

export interface Notice {
  readonly kind: NoticeKind;
  /** Digits and letters, leading zeros kept. */
  readonly numeroAds: string;
  readonly date?: Instant | undefined;
  /** How many declarations the notice says it lists. */
  readonly count?: number | undefined;
  readonly message?: string | undefined;
  readonly link?: string | undefined;
  readonly lines: readonly NoticeLine[];
}

export interface Piece {
  /** The whole message as received, unpacked: kept as the signed form. */
  readonly message: Uint8Array;
  /** The part `avis.xml`, decoded: kept as the readable form. */
  readonly document: Uint8Array;
}

const unreadable = (reason: string) => ediErrors.NoticeUnreadable({ reason });

/** Opens a piece as a channel sends it, base64. A bare XML document is taken too: it is its own message. */
export function openPiece(base64: string): Piece {
  const message = unpack(readBase64(base64));
  if (/^(?:\xef\xbb\xbf)?\s*</.test(Buffer.from(message.subarray(0, 64)).toString('latin1'))) {
    return { message, document: message };
  }
  const document = findAttachment(message, 'avis.xml');
  if (!document) throw unreadable('no part avis.xml');
  return { message, document };
}

interface RootRule {
  readonly kind: NoticeKind;
  readonly date: string;
}

const ROOTS: Readonly<Record<string, RootRule>> = {
  avisDepotSigne: { kind: 'Ads', date: 'dateAds' },
  avisConformiteSigne: { kind: 'Acs', date: 'dateAcs' },
  avisReceptionSigne: { kind: 'Ars', date: 'dateArs' },
};

const GROUPS: Readonly<Record<string, NoticeGroup>> = {
  declarationsAcceptees: 'Accepted',
  declarationsAccepteesAno: 'AcceptedWithAnomalies',
  declarationsRejetees: 'Rejected',
  declarationsEnAttente: 'Waiting',
  declarationsSuspendues: 'Suspended',
};

/** Most declarations of a deposit. */
const MAX_LINES = 100;
const NOTICE_LIMITS = { ...XML_LIMITS, maxBytes: 5 * 1024 * 1024, maxElements: 50_000 };

/** Reads `avis.xml`. Throws XmlRefused and NoticeUnreadable. */
export async function readNotice(document: Uint8Array | string): Promise<Notice> {
  const tree = await readXml(document, NOTICE_LIMITS);
  const [root, rule] = rootOf(tree);
  const numeroAds = textBelow(root, 'numeroAds');
  if (!numeroAds || !/^[A-Za-z0-9_-]{1,64}$/.test(numeroAds)) throw unreadable('no numeroAds');
  const lines = groupsOf(root).flatMap(linesOf);
  if (lines.length > MAX_LINES) throw unreadable(`more than ${MAX_LINES} declarations`);
  const count = Number(textBelow(root, 'nbDecl') ?? Number.NaN);
  return {
    kind: rule.kind,
    numeroAds,
    lines,
    date: readDate(textBelow(root, rule.date)),
    count: Number.isInteger(count) ? count : undefined,
    message: textBelow(root, 'msgLibre'),
    link: textBelow(root, 'lienProfond'),
  };
}

/** The notice may be wrapped by its signature. */
function rootOf(tree: XmlElement): readonly [XmlElement, RootRule] {
  for (const [name, rule] of Object.entries(ROOTS)) {
    const root = find(tree, name);
    if (root) return [root, rule];
  }
  throw unreadable(`root ${tree.name.slice(0, 60)}`);
}

const textBelow = (tree: XmlElement, name: string): string | undefined => find(tree, name)?.text.trim() || undefined;

const groupsOf = (tree: XmlElement): XmlElement[] =>
  tree.children.flatMap((inner) => (inner.name.startsWith('declarations') ? [inner] : groupsOf(inner)));

/** A group holds one element per declaration, or is itself repeated for each. */
function linesOf(group: XmlElement): NoticeLine[] {
  const inner = group.children.filter(({ children }) => children.some(({ name }) => LINE_FIELDS.includes(name)));
  if (inner.length > 0) return inner.map((tree) => lineOf(group.name, tree));
  return group.children.some(({ name }) => LINE_FIELDS.includes(name)) ? [lineOf(group.name, group)] : [];
}

const LINE_FIELDS = ['siret', 'rs', 'numeroInterne', 'typeDeclaration', 'rof'];

const lineOf = (groupName: string, tree: XmlElement): NoticeLine => ({
  group: Object.hasOwn(GROUPS, groupName) ? (GROUPS[groupName] ?? 'Unknown') : 'Unknown',
  groupName: groupName.slice(0, 60),
  siret: childText(tree, 'siret'),
  name: childText(tree, 'rs'),
  reference: childText(tree, 'numeroInterne'),
  type: childText(tree, 'typeDeclaration'),
  typeLabel: childText(tree, 'typeDeclarationLabel'),
  recipient: childText(tree, 'destinataire'),
  periodStart: readDate(childText(tree, 'periodeDepotDeb')),
  periodEnd: readDate(childText(tree, 'periodeDepotFin')),
  rof: childText(tree, 'rof'),
  amount: parseAmount(childText(tree, 'montantTd') ?? ''),
  isBlocked: /^(true|1|o|oui)$/i.test(childText(tree, 'isDeclarationBloquee') ?? ''),
  errors: errorsOf(tree),
});

const errorsOf = (tree: XmlElement): NoticeError[] =>
  (find(tree, 'erreurs')?.children ?? []).map((error) => ({
    formulaire: childText(error, 'formulaire'),
    champ: childText(error, 'champ'),
    champValeur: childText(error, 'champValeur'),
    code: childText(error, 'code'),
    libelle: childText(error, 'libelle'),
  }));

/** ISO, or day first: `31/12/2025`, `31/12/2025 10:30:00`, both Paris time. Unreadable dates are left out. */
function readDate(text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const french = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text);
  if (!french) return readInstant(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  const [, day, month, year, time] = french;
  return readInstant(`${year}-${month}-${day}${time ? `T${time}` : ''}`);
}
