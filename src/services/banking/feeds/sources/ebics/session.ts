/**
 * A bank as a source: one download (FDL in H004, BTD in H005) gives everything it has for us. It is acknowledged once all of it is stored
 * and our copy is on its shelf; cut before that, the bank gives the same again, and its bytes are known.
 */
import type { PlainDate } from '../../../../kernel/dates.ts';
import { copyBounded, TooManyBytes } from '../copy-bounded.ts';
import { sourceErrors } from '../errors.ts';
import { keepCopy } from '../shelf.ts';
import { type EbicsSettings, type InboxFile, MAX_FILE_BYTES, type OpenSession } from '../source.ts';
import { type Answer, requireCode } from './answer.ts';
import { type Link, openLink, requireReady } from './link.ts';
import { receiptMessage, segmentMessage } from './messages.ts';
import { decoded, orderBytes } from './order-data.ts';
import { MAX_SEGMENTS, NOTHING_TO_DOWNLOAD } from './protocol.ts';
import { statementName, statementOrder } from './statement-order.ts';

export const openEbics: OpenSession<'Ebics'> = async (ctx, source, signal) => {
  requireReady(source);
  const { name, settings } = source;
  const link = await openLink(ctx, source, signal);
  let transactionId: string | undefined;
  return {
    // Whether the bank has something shows only by downloading it.
    list: async () => ({ ready: [{ name: statementName(settings), size: 0, version: '' }], waiting: [], refused: [] }),
    fetch: async ({ version }, path) => {
      const order = statementOrder(settings, version);
      const first = await link.begin(order);
      if (first.returnCode === NOTHING_TO_DOWNLOAD) return undefined;
      requireCode(first, name, order.type);
      transactionId = first.transactionId;
      return receive(link, first, { source: name, order: order.type, settings, path, signal });
    },
    settle: async (file, settlement) => {
      // What the bank will not give again is on the disk before it is confirmed to it.
      await keepCopy(ctx, name, `${file.name}.txt`, settlement);
      if (transactionId === undefined) return;
      const { type } = statementOrder(settings, file.version);
      requireCode(await link.sendSigned(receiptMessage(settings, transactionId)), name, type);
    },
    close: link.close,
  };
};

/** What a bank gives of these days, also what it gave before; everything new otherwise. */
export const periodFile = (settings: EbicsSettings, from: PlainDate, to: PlainDate): InboxFile => ({
  name: statementName(settings),
  size: 0,
  version: `${from}/${to}`,
});

interface Receiving {
  readonly source: string;
  readonly order: string;
  readonly settings: EbicsSettings;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function receive(link: Link, first: Answer, { source, order, settings, path, signal }: Receiving) {
  const refused = (reason: string) => sourceErrors.EbicsAnswerRefused({ source, reason });
  const { transactionKey, transactionId = '', segments } = first;
  if (!transactionKey || !(segments >= 1 && segments <= MAX_SEGMENTS))
    throw refused('no order data, or too many segments');
  const key = await link.decrypt(transactionKey).catch(() => Promise.reject(refused('its key cannot be decrypted')));
  async function* texts(): AsyncGenerator<string> {
    yield first.orderData ?? '';
    for (let segment = 2; segment <= segments; segment++) {
      const answer = await link.sendSigned(
        segmentMessage(settings, transactionId, { number: segment, isLast: segment === segments }),
      );
      requireCode(answer, source, order);
      if (answer.segment !== segment || answer.transactionId !== transactionId)
        throw refused('another segment than asked');
      yield answer.orderData ?? '';
    }
  }
  try {
    return await copyBounded(orderBytes(decoded(texts()), key), path, MAX_FILE_BYTES, signal);
  } catch (error) {
    if (error instanceof TooManyBytes)
      throw sourceErrors.SourceFileTooLarge({ source, file: order, bytes: MAX_FILE_BYTES });
    if (isOfData(error)) throw refused('its order data cannot be unpacked');
    throw error;
  }
}

/** Faults of deciphering and inflating, which come as plain errors of Node. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_OSSL|ERR_CRYPTO)/.test(String(error.code));
