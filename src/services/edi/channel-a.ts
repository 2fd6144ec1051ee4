/** Messages of ChannelA: the JSON of payments and other forms, and its answers. Whole euros. */
import type { PlainDate } from '../kernel/dates.ts';
import { type Instant, parisWallTime } from '../kernel/paris-time.ts';
import type { FilledCell, FilledForm } from './assemble.ts';
import { ediErrors } from './errors.ts';

export interface ChannelAFiling {
  readonly account: string;
  /** The present moment; written as Paris time without offset, as this channel wants it. */
  readonly at: Instant;
  readonly callback?: string | undefined;
  /** Do not send when the channel finds errors. */
  readonly blockIfInconsistent: boolean;
  readonly siren: string;
  readonly siret?: string | undefined;
  readonly name: string;
  readonly start: PlainDate;
  readonly end: PlainDate;
  readonly reference: string;
  readonly due: PlainDate;
  /** Whole euros to pay; 0 when nothing is paid through the channel. */
  readonly amount: number;
  readonly forms: readonly FilledForm[];
}

/** One block per form, its keys the two-letter codes of cells. The caller writes it as JSON. */
export function channelAPayload(filing: ChannelAFiling): Readonly<Record<string, unknown>> {
  const { account, at, callback, blockIfInconsistent, siren, siret, name, start, end, reference, due, amount } = filing;
  return {
    auth: {
      account,
      timestamp: parisWallTime(at),
      ...(callback === undefined ? {} : { callback }),
      bloquerSiIncoherence: blockIfInconsistent,
    },
    identity: { siren, ...(siret === undefined ? {} : { siret }), name },
    period: { begin: start, end, reference, echeance: due, montant: amount, noPayment: amount === 0 },
    ...Object.fromEntries(filing.forms.map(blockOf)),
  };
}

export type FormBlock = Readonly<Record<string, FilledCell | FilledForm['repeated']>>;

/** The block of a form: its cells, and its lines when it repeats. */
export const blockOf = ({ form, cells, repeated }: FilledForm): readonly [string, FormBlock] => [
  form,
  repeated.length > 0 ? { ...cells, lignes: repeated } : cells,
];

export interface ChannelAAnswer {
  readonly isAccepted: boolean;
  /** It refuses by its status, not by a message alone. */
  readonly isVerdict: boolean;
  readonly message?: string;
  /** Often absent: the declaration is then found by form, SIREN, period and due date. */
  readonly id?: number;
  readonly url?: string;
}

/**
 * Reads the body of an answer with a 2xx status: a refusal can come with 200, as a body with a message or a status that
 * is not `ok`. Throws ChannelAnswerUnreadable when the body is no object.
 */
export function readChannelAAnswer(body: unknown): ChannelAAnswer {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw ediErrors.ChannelAnswerUnreadable({
      reason: { en: 'a JSON object is expected', fr: 'on attend un objet JSON' },
    });
  }
  const { status, message, id, declarationId, url, lienDeclaration } = body as Readonly<Record<string, unknown>>;
  const refusal = textOf(message);
  const identifier = [id, declarationId].find(isIdentifier);
  const address = textOf(url) ?? textOf(lienDeclaration);
  return {
    isAccepted: refusal === undefined && isOk(status),
    isVerdict: !isOk(status),
    ...(refusal === undefined ? {} : { message: refusal.slice(0, 1000) }),
    ...(identifier === undefined ? {} : { id: identifier }),
    ...(address === undefined ? {} : { url: address.slice(0, 2000) }),
  };
}

const isOk = (status: unknown): boolean => status === undefined || String(status).toLowerCase() === 'ok';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const isIdentifier = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 2_147_483_647;
