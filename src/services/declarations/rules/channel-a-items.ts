/** The list of declarations that ChannelA gives for a company (A10), read into what it says of each. */
import { type Instant, parisDay, readInstant } from '../../kernel/paris-time.ts';
import { declarationErrors } from '../errors.ts';
import { channelAStatus } from './channel-status.ts';
import { declarationType } from './declaration-type.ts';
import type { SaidValues } from './merge.ts';
import type { Matchable } from './refresh.ts';

export interface ChannelAItem extends Matchable {
  readonly channel: 'ChannelA';
  readonly channelId: string;
  readonly said: SaidValues;
}

/** Most declarations of one company. */
const MAX_ITEMS = 10_000;

type Raw = Readonly<Record<string, unknown>>;

/**
 * Items without identifier are left out: nothing could be matched to them later. What cannot be read in an item is not
 * said. Throws ChannelListUnreadable when the body is no list, or too long a one.
 */
export function readChannelAItems(body: unknown): ChannelAItem[] {
  if (!Array.isArray(body) || body.length > MAX_ITEMS)
    throw declarationErrors.ChannelListUnreadable({ limit: MAX_ITEMS });
  return body.flatMap((raw) => (typeof raw === 'object' && raw !== null ? itemOf(raw as Raw) : []));
}

function itemOf(raw: Raw): ChannelAItem[] {
  const channelId = identifierOf(raw.id);
  if (channelId === undefined) return [];
  const [label, channelType, status] = [textOf(raw.label), textOf(raw.declarationType), textOf(raw.status)];
  const type = declarationType(channelType, label);
  const end = instantOf(raw.dateFin);
  const said: SaidValues = {
    status: status === undefined ? undefined : channelAStatus(status),
    type: type === 'Inconnu' ? undefined : type,
    ...{ label, channelType, end, start: instantOf(raw.dateDebut) },
    sentAt: instantOf(raw.dateEnvoiDGFIP),
    answeredAt: instantOf(raw.dateRetourDGFIP),
    pdfUrl: textOf(raw.declarationPdf),
    pageUrl: textOf(raw.lienDeclaration),
    receiptUrl: textOf(raw.accuseDeReceptionPdf),
    ediUrl: textOf(raw.lienFichierEDI),
  };
  return [{ channel: 'ChannelA', channelId, type, said, ...(end && { end: parisDay(end) }) }];
}

const identifierOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? text : undefined;
};

/** Databases take neither NUL nor half of a surrogate pair. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 4000 && !/\0|\p{Surrogate}/u.test(value)
    ? value
    : undefined;

const instantOf = (value: unknown): Instant | undefined => (typeof value === 'string' ? readInstant(value) : undefined);
