/** New keys in place of those the bank knows (HCS), and the end of a user whose keys are no longer his alone (SPR). */
import { xml } from '../../../../edi/xml.ts';
import type { Context } from '../../../../operation/context.ts';
import type { EbicsSecrets, SourceOf } from '../source.ts';
import { sourceOfKind, updateSource } from '../store.ts';
import { requireCode } from './answer.ts';
import { renewalData } from './key-orders.ts';
import { certificateEnd, type KeyRing, newKeyRing, OUR_KEYS } from './keys.ts';
import { openLink, requireReady } from './link.ts';
import { type Order, segmentMessage } from './messages.ts';
import { sealOrder } from './upload.ts';

type Bank = SourceOf<'Ebics'>;

const RENEWAL: Order = { type: 'HCS', attribute: 'OZHNN', params: xml('StandardOrderParams') };
const SUSPENSION: Order = { type: 'SPR', attribute: 'UZHNN', params: xml('StandardOrderParams') };

/**
 * Makes new keys, kept beside the present ones until the bank has them, and sends them signed with the present ones. No
 * letter is needed. Run again after a failure, it asks first whether the bank knows the new keys already. Throws
 * SourceUnknown, SourceKindWrong, SourceIncomplete, EbicsReturnCode, EbicsAnswerRefused, LockHeld.
 */
export async function renewKeys(ctx: Context, name: string): Promise<Bank> {
  return (await ctx.db()).withAdvisoryLock(`ebics ${name}`, async () => {
    const source = await sourceOfKind(ctx, name, 'Ebics');
    requireReady(source);
    const { next } = source.secrets;
    if (next && (await isKnown(ctx, withRing(source, next)))) return store(ctx, withRing(source, next));
    const ring = next ?? (await newRing(ctx, source));
    await updateSource(ctx, { ...source, secrets: { ...source.secrets, next: ring } });
    await give(ctx, source, ring);
    return store(ctx, withRing(source, ring));
  });
}

const newRing = (ctx: Context, { settings }: Bank): Promise<KeyRing> =>
  newKeyRing(`${settings.partnerId} ${settings.userId}`, ctx.clock.now(), settings.withCertificates);

/** The source with other keys of ours, and none that wait. */
function withRing(source: Bank, ring: KeyRing): Bank {
  const { next: _, certificates: __, ...rest } = source.secrets;
  const secrets: EbicsSecrets = { ...rest, ...ring };
  return { ...source, secrets };
}

async function store(ctx: Context, source: Bank): Promise<Bank> {
  await updateSource(ctx, source);
  return source;
}

/** Whether the bank gives its keys to who signs with these. */
async function isKnown(ctx: Context, source: Bank): Promise<boolean> {
  const link = await openLink(ctx, source, ctx.signal);
  return link
    .askBankKeys()
    .then(({ returnCode }) => returnCode === '000000')
    .finally(() => link.close());
}

async function give(ctx: Context, source: Bank, ring: KeyRing): Promise<void> {
  const { name, settings, secrets } = source;
  const data = renewalData(settings, ring, ctx.clock.now());
  const upload = sealOrder(settings, secrets as KeyRing, secrets.bankE002 ?? '', { data });
  const link = await openLink(ctx, source, ctx.signal);
  try {
    const first = await link.begin(RENEWAL, upload);
    requireCode(first, name, RENEWAL.type);
    const segment = { number: 1, isLast: true, orderData: upload.orderData ?? '' };
    const message = segmentMessage(settings, first.transactionId ?? '', segment);
    requireCode(await link.sendSigned(message), name, RENEWAL.type);
  } finally {
    await link.close();
  }
}

/**
 * Suspends our user at the bank at once: for keys that were lost or stolen. Afterwards only new keys, letters and the
 * bank's consent help. Throws as `renewKeys`.
 */
export async function suspendUser(ctx: Context, name: string): Promise<Bank> {
  return (await ctx.db()).withAdvisoryLock(`ebics ${name}`, async () => {
    const source = await sourceOfKind(ctx, name, 'Ebics');
    requireReady(source);
    const { settings, secrets } = source;
    // EBICS signs a single blank for an order without data.
    const content = { data: Buffer.from(' '), isSignatureOnly: true };
    const upload = sealOrder(settings, secrets as KeyRing, secrets.bankE002 ?? '', content);
    const link = await openLink(ctx, source, ctx.signal);
    const answer = await link.begin(SUSPENSION, upload).finally(() => link.close());
    requireCode(answer, name, SUSPENSION.type);
    return store(ctx, { ...source, settings: { ...settings, state: 'Suspended' } });
  });
}

/** The day on which the first of our certificates ends; undefined without certificates. */
export function endOfKeys({ secrets }: Bank): string | undefined {
  const ends = OUR_KEYS.flatMap((key) => {
    const certificate = secrets.certificates?.[key];
    return certificate ? [certificateEnd(certificate)] : [];
  });
  return ends.sort()[0];
}
