/** One webhook delivery applied to the declaration it is about. */
import type { Instant } from '../../kernel/paris-time.ts';
import { declarationType } from './declaration-type.ts';
import { type DeclarationRecord, EMPTY_RECORD, type Merge, mergeDated, type SaidValues, stampOf } from './merge.ts';
import { deliveryIdentity, type WebhookEvent } from './webhook-payload.ts';

/** What is answered to the channel. `parked` is decided by the caller, which knows the folders. */
export type EventResult = 'applied' | 'created' | 'duplicate' | 'stale' | 'deleted';

export interface Applied extends Merge {
  readonly result: EventResult;
}

export interface Delivery {
  readonly event: WebhookEvent;
  readonly arrivedAt: Instant;
}

/** The date that orders deliveries: the modification, else the answer, else the sending, else the arrival. */
export const orderDate = ({ event, arrivedAt }: Delivery): Instant =>
  event.dateHeureModification ?? event.dateHeureDGFiP ?? event.dateEnvoiDGFIP ?? arrivedAt;

/**
 * Applies a delivery to a record, `undefined` when none is known. A late delivery is `stale`: the status stays, though
 * it still gives what no later one said (a link, a label), without which the order of arrival would show in the record.
 * A deletion leaves a record with status Deleted, the tombstone, which only a strictly newer delivery brings back.
 */
export function applyEvent(record: DeclarationRecord | undefined, delivery: Delivery): Applied {
  const { event } = delivery;
  const before = record ?? EMPTY_RECORD;
  const stamp = stampOf(orderDate(delivery), event.status, deliveryIdentity(event));
  const known = before.stamps.status ?? '';
  if (known === stamp) return { record: before, changed: [], warnings: [], result: 'duplicate' };
  const merge = mergeDated(before, saidBy(event), stamp);
  return { ...merge, result: known > stamp ? 'stale' : resultOf(record, event) };
}

const resultOf = (record: DeclarationRecord | undefined, event: WebhookEvent): EventResult =>
  event.status === 'Deleted' ? 'deleted' : record ? 'applied' : 'created';

function saidBy(event: WebhookEvent): SaidValues {
  const type = declarationType(event.declarationType, event.declarationLibelle);
  return {
    status: event.status,
    label: event.declarationLibelle,
    type: type === 'Inconnu' ? undefined : type,
    channelType: event.declarationType,
    start: event.dateDebut,
    end: event.dateFin,
    due: event.dateEcheance,
    sentAt: event.dateEnvoiDGFIP,
    answeredAt: event.dateHeureDGFiP,
    paymentStatus: event.paiementStatus,
    pdfUrl: event.declarationPdfUrl,
    pageUrl: event.declarationUrl,
    receiptUrl: event.accuseDeReceptionPDFUrl,
    ediUrl: event.fichierEDIUrl,
    reasons: reasonsOf(event),
  };
}

/** Replaced as a whole on a rejection, which may give none; emptied on an acceptance; else left alone. */
const reasonsOf = (event: WebhookEvent): SaidValues['reasons'] =>
  event.status === 'Rejected' ? (event.declarationErreurs ?? []) : event.status === 'Accepted' ? [] : undefined;
