/**
 * A bank as a source: one download by FDL gives everything it has for us. It is acknowledged once all of it is stored
 * and our copy is on its shelf; cut before that, the bank gives the same again, and its bytes are known.
 */
import type { PlainDate } from '../../../../kernel/dates.ts';
import { copyBounded, TooManyBytes } from '../copy-bounded.ts';
import { sourceErrors } from '../errors.ts';
import { keepCopy } from '../shelf.ts';
import { type InboxFile, MAX_FILE_BYTES, type OpenSession } from '../source.ts';
import { type Answer, requireCode } from './answer.ts';
import type { EbicsOrder } from './library.ts';
import { type Link, openLink, requireReady } from './link.ts';
import { decoded, orderBytes } from './order-data.ts';
import { MAX_SEGMENTS, NOTHING_TO_DOWNLOAD } from './protocol.ts';
import { transferMessage } from './transfer.ts';

export const openEbics: OpenSession<'Ebics'> = async (ctx, source, signal) => {
  requireReady(source);
  const { name, settings } = source;
  const link = await openLink(ctx, source, signal);
  let transactionId: string | undefined;
  return {
    // Whether the bank has something shows only by downloading it.
    list: async () => ({ ready: [{ name: settings.fileFormat, size: 0, version: '' }], waiting: [], refused: [] }),
    fetch: async ({ version }, path) => {
      const first = await link.order(downloadOrder(settings.fileFormat, version));
      if (first.returnCode === NOTHING_TO_DOWNLOAD) return undefined;
      requireCode(first, name, 'FDL');
      transactionId = first.transactionId;
      return receive(link, first, { source: name, hostId: settings.hostId, path, signal });
    },
    settle: async (file, settlement) => {
      // What the bank will not give again is on the disk before it is told so.
      await keepCopy(ctx, name, `${file.name}.txt`, settlement);
      if (transactionId === undefined) return;
      const order = downloadOrder(settings.fileFormat, file.version);
      requireCode(await link.order({ ...order, transactionId }), name, 'FDL');
    },
    close: link.close,
  };
};

/** What a bank gives of these days, also what it gave before; everything new otherwise. */
export const periodFile = (fileFormat: string, from: PlainDate, to: PlainDate): InboxFile => ({
  name: fileFormat,
  size: 0,
  version: `${from}/${to}`,
});

const downloadOrder = (fileFormat: string, period: string): EbicsOrder => ({
  version: 'h004',
  operation: 'download',
  orderDetails: {
    OrderType: 'FDL',
    OrderAttribute: 'DZHNN',
    FDLOrderParams: { ...dateRange(period), FileFormat: { '@': { CountryCode: 'FR' }, '#': fileFormat } },
  },
});

function dateRange(period: string): { DateRange?: { Start: string; End: string } } {
  const [Start, End] = period.split('/');
  return Start && End ? { DateRange: { Start, End } } : {};
}

interface Receiving {
  readonly source: string;
  readonly hostId: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function receive(link: Link, first: Answer, { source, hostId, path, signal }: Receiving) {
  const refused = (reason: string) => sourceErrors.EbicsAnswerRefused({ source, reason });
  const { transactionKey, transactionId = '', segments } = first;
  if (!transactionKey || !(segments >= 1 && segments <= MAX_SEGMENTS))
    throw refused('no order data, or too many segments');
  const key = await link.decrypt(transactionKey).catch(() => Promise.reject(refused('its key cannot be decrypted')));
  async function* texts(): AsyncGenerator<string> {
    yield first.orderData ?? '';
    for (let segment = 2; segment <= segments; segment++) {
      const answer = await link.sendSigned(transferMessage(hostId, transactionId, segment, segment === segments));
      requireCode(answer, source, 'FDL');
      if (answer.segment !== segment || answer.transactionId !== transactionId)
        throw refused('another segment than asked');
      yield answer.orderData ?? '';
    }
  }
  try {
    return await copyBounded(orderBytes(decoded(texts()), key), path, MAX_FILE_BYTES, signal);
  } catch (error) {
    if (error instanceof TooManyBytes)
      throw sourceErrors.SourceFileTooLarge({ source, file: 'FDL', bytes: MAX_FILE_BYTES });
    if (isOfData(error)) throw refused('its order data cannot be unpacked');
    throw error;
  }
}

/** Faults of deciphering and inflating, which come as plain errors of Node. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_OSSL|ERR_CRYPTO)/.test(String(error.code));
