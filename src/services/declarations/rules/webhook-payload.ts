/** The body of the status webhook (A16), read into one event. Unknown fields are ignored; wrong known ones are refused. */
import { createHash } from 'node:crypto';
import type { Issue } from '../../kernel/errors.ts';
import { type Instant, readInstant } from '../../kernel/paris-time.ts';
import { declarationErrors } from '../errors.ts';
import type { Status } from './enumerations.ts';
import { type RejectionReason, rejectionReason } from './rejections.ts';

/** Levels of objects and arrays that a body may nest, unknown fields included. */
const MAX_DEPTH = 64;

export interface WebhookEvent {
  /** Identifier on ChannelA, 1 to 2147483647. */
  readonly declarationId: number;
  readonly status: WebhookStatus;
  readonly paiementStatus?: string;
  readonly dateHeureDGFiP?: Instant;
  readonly dateEnvoiDGFIP?: Instant;
  readonly dateHeureModification?: Instant;
  readonly dateEcheance?: Instant;
  readonly dateDebut?: Instant;
  readonly dateFin?: Instant;
  readonly siren?: string;
  readonly declarationType?: string;
  readonly declarationLibelle?: string;
  readonly declarationPdfUrl?: string;
  readonly declarationUrl?: string;
  readonly accuseDeReceptionPDFUrl?: string;
  readonly fichierEDIUrl?: string;
  readonly declarationErreurs?: readonly RejectionReason[];
}

export type WebhookStatus = Extract<Status, 'Accepted' | 'Rejected' | 'Sent' | 'Deleted'>;

const STATUS_WORDS: Readonly<Record<string, WebhookStatus>> = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  sent: 'Sent',
  deleted: 'Deleted',
};

/** What a reader found wrong. */
class Wrong {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

type Reader = (value: unknown) => unknown;

const instant: Reader = (value) =>
  (typeof value === 'string' && readInstant(value)) || new Wrong('not a date-time: write 2026-07-15T10:00:00Z');

/** Databases take neither NUL nor half of a surrogate pair. */
const text: Reader = (value) =>
  typeof value === 'string' && !/\0|\p{Surrogate}/u.test(value) ? value : new Wrong('not a text');

const siren: Reader = (value) =>
  typeof value === 'string' && /^\d{9}$/.test(value) ? value : new Wrong('not a SIREN: nine digits');

const identifier: Reader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 2_147_483_647
    ? value
    : new Wrong('not an identifier: an integer from 1 to 2147483647');

const status: Reader = (value) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const known = Object.hasOwn(STATUS_WORDS, word) && STATUS_WORDS[word];
  return known || new Wrong('not a status: Accepted, Rejected, Sent or deleted');
};

const errors: Reader = (value) => {
  if (!Array.isArray(value)) return new Wrong('not a list of errors');
  const reasons = value.map(errorReason);
  return reasons.find((reason) => reason instanceof Wrong) ?? (reasons as RejectionReason[]).filter(saysSomething);
};

const saysSomething = (reason: RejectionReason): boolean => Object.values(reason).some((part) => part !== '');

const ERROR_PARTS = ['formulaire', 'champ', 'champValeur', 'code', 'libelle'] as const;

function errorReason(error: unknown): RejectionReason | Wrong {
  if (!isObject(error)) return new Wrong('not a list of {formulaire, code, libelle}');
  const parts = ERROR_PARTS.map((name) => [name, isAbsent(error[name]) ? '' : text(error[name])] as const);
  const wrong = parts.map(([, part]) => part).find((part) => part instanceof Wrong);
  return wrong ?? rejectionReason(Object.fromEntries(parts));
}

const FIELDS: Readonly<Record<string, Reader>> = {
  declarationId: identifier,
  declarationStatus: status,
  paiementStatus: text,
  dateHeureDGFiP: instant,
  dateEnvoiDGFIP: instant,
  dateHeureModification: instant,
  dateEcheance: instant,
  siren,
  dateDebut: instant,
  dateFin: instant,
  declarationType: text,
  declarationLibelle: text,
  declarationPdfUrl: text,
  declarationUrl: text,
  accuseDeReceptionPDFUrl: text,
  fichierEDIUrl: text,
  declarationErreurs: errors,
};

const REQUIRED: readonly string[] = ['declarationId', 'declarationStatus'];

/** Reads a parsed JSON body. Throws WebhookInvalid with one issue per faulty field. */
export function readWebhook(body: unknown): WebhookEvent {
  if (!isObject(body) || nestsDeeper(body, MAX_DEPTH)) throw invalid([issue('', 'an object is expected')]);
  const read = Object.entries(FIELDS).flatMap(([name, reader]) => {
    const value = body[name];
    return isAbsent(value) && !REQUIRED.includes(name) ? [] : [[name, reader(value)] as const];
  });
  const issues = read.flatMap(([name, value]) => (value instanceof Wrong ? [issue(name, value.message)] : []));
  if (issues.length > 0) throw invalid(issues);
  const { declarationStatus, ...fields } = Object.fromEntries(read);
  return { ...fields, status: declarationStatus } as unknown as WebhookEvent;
}

/** SHA-256 of what a delivery says, unknown fields and ways of writing left out: two equal ones are one delivery. */
export const deliveryIdentity = (event: WebhookEvent): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

const invalid = (issues: readonly Issue[]) =>
  declarationErrors.WebhookInvalid({ count: issues.length, fields: issues.map(({ path }) => path).join(', ') }, issues);

const issue = (path: string, message: string): Issue => ({ path, code: 'Invalid', message });

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Level by level, so that no hostile depth reaches the stack. */
function nestsDeeper(body: unknown, limit: number): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((value) => typeof value === 'object' && value !== null);
    if (nested.length > 0 && depth >= limit) return true;
    level = nested.flatMap((value) => Object.values(value as object));
  }
  return false;
}
