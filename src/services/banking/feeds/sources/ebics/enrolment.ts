/**
 * How a bank comes to know us, and we the bank: keys made and kept, INI and HIA, letters signed on paper, HPB, and the
 * hashes of the bank's keys compared by a person with the bank's paper. Every step may be cut and done again.
 */
import { child, find, readXml, type XmlElement } from '../../../../edi/xml.ts';
import type { Context } from '../../../../operation/context.ts';
import { sourceErrors } from '../errors.ts';
import type { EbicsSecrets, EbicsSettings, SourceOf } from '../source.ts';
import { sourceOfKind, updateSource } from '../store.ts';
import { type Answer, requireCode } from './answer.ts';
import { hiaMessage, iniMessage } from './key-orders.ts';
import { certificateHash, isAbout, type KeyRing, keyHash, keyOfCertificate, newKeyRing, publicKey } from './keys.ts';
import { type Link, openLink } from './link.ts';
import { smallOrder } from './order-data.ts';
import { ALREADY_INITIALISED } from './protocol.ts';

type Bank = SourceOf<'Ebics'>;

const STEPS = [
  { state: 'SignatureSent', order: 'INI', message: iniMessage },
  { state: 'KeysSent', order: 'HIA', message: hiaMessage },
] as const;

/**
 * Sends our keys, made on the first call. Throws SourceUnknown, SourceKindWrong, EbicsKeysExist, EbicsReturnCode, and
 * LockHeld when another process is at it: two of them would make two sets of keys.
 */
export async function sendKeys(ctx: Context, name: string): Promise<Bank> {
  return (await ctx.db()).withAdvisoryLock(`ebics ${name}`, async () => {
    const source = await sourceOfKind(ctx, name, 'Ebics');
    const { state } = source.settings;
    if (state === 'Suspended') return sendFirst(ctx, forgotten(source));
    if (state !== 'New' && state !== 'SignatureSent') throw sourceErrors.EbicsKeysExist({ source: name });
    return sendFirst(ctx, source);
  });
}

async function sendFirst(ctx: Context, source: Bank): Promise<Bank> {
  const isFirst = source.secrets.X002 === undefined;
  // Kept before they leave: a bank that knows a key that we lost would have to forget us.
  const kept = isFirst ? await withKeys(ctx, source) : source;
  // A first try whose answer was lost left the key there; the letters show whether it is ours.
  return withLink(ctx, kept, (link) => sendEach(ctx, kept, link, isFirst ? undefined : ALREADY_INITIALISED));
}

/** Without the keys of a user who was suspended: they may be in other hands. */
const forgotten = (source: Bank): Bank => ({
  ...source,
  secrets: {},
  settings: { ...source.settings, state: 'New' },
});

async function sendEach(ctx: Context, source: Bank, link: Link, accepted?: ReadonlySet<string>): Promise<Bank> {
  const ring = source.secrets as KeyRing;
  let now = source;
  for (const { state, order, message } of STEPS) {
    if (now.settings.state === state) continue;
    requireCode(await link.send(message(now.settings, ring, ctx.clock.now())), now.name, order, accepted);
    now = await reach(ctx, now, state);
  }
  return now;
}

async function withKeys(ctx: Context, source: Bank): Promise<Bank> {
  const { partnerId, userId, withCertificates } = source.settings;
  const ring = await newKeyRing(`${partnerId} ${userId}`, ctx.clock.now(), withCertificates);
  const kept = { ...source, secrets: { ...source.secrets, ...ring } };
  await updateSource(ctx, kept);
  return kept;
}

async function reach(ctx: Context, source: Bank, state: EbicsSettings['state'], secrets?: EbicsSecrets): Promise<Bank> {
  const now = { ...source, settings: { ...source.settings, state }, secrets: { ...source.secrets, ...secrets } };
  await updateSource(ctx, now);
  return now;
}

async function withLink<T>(ctx: Context, source: Bank, work: (link: Link) => Promise<T>): Promise<T> {
  const link = await openLink(ctx, source, ctx.signal);
  return work(link).finally(() => link.close());
}

/** Hashes of a key as banks print them: of the key, and of its certificate where there is one. */
export interface KeyHashes {
  readonly hash: string;
  readonly certificateHash: string | undefined;
}

/** Takes the keys of the bank; nothing is downloaded with them before they are confirmed. */
export async function takeBankKeys(ctx: Context, source: Bank): Promise<Bank> {
  if (['New', 'SignatureSent', 'Suspended'].includes(source.settings.state)) {
    throw sourceErrors.SourceIncomplete({
      source: source.name,
      reason: {
        en: 'its keys were not sent (taxops bank ebics init)',
        fr: 'ses clés n’ont pas été envoyées (taxops bank ebics init)',
      },
    });
  }
  return withLink(ctx, source, async (link) => {
    const answer = await link.askBankKeys();
    requireCode(answer, source.name, 'HPB');
    return reach(ctx, source, 'BankKeysReceived', await bankKeysIn(answer, link, source.name));
  });
}

const MAX_KEYS_BYTES = 256 * 1024;

async function bankKeysIn({ transactionKey, orderData }: Answer, link: Link, source: string): Promise<EbicsSecrets> {
  const unreadable = (reason: string) => sourceErrors.EbicsAnswerRefused({ source, reason });
  if (!transactionKey || orderData === undefined) throw unreadable('no keys in it');
  const root = await link
    .decrypt(transactionKey)
    .then((key) => readXml(smallOrder(orderData, key, MAX_KEYS_BYTES)))
    .catch(() => Promise.reject(unreadable('its keys cannot be decrypted')));
  const [x, e] = [keyOf(child(root, 'AuthenticationPubKeyInfo')), keyOf(child(root, 'EncryptionPubKeyInfo'))];
  if (!x || !e) throw unreadable('a key is missing, or shorter than 2048 bits');
  return { bankX002: x.key, bankE002: e.key, bankCertificates: { X002: x.certificate, E002: e.certificate } };
}

/**
 * H005 gives a key in its certificate alone, H004 its numbers: a certificate around another key than the one beside it
 * counts for nothing.
 */
function keyOf(info: XmlElement | undefined): { key: string; certificate: string | undefined } | undefined {
  const bytes = (name: string) => Buffer.from((info && find(info, name)?.text) ?? '', 'base64');
  const certificate = info && find(info, 'X509Certificate')?.text.replace(/\s+/g, '');
  const isAlone = info !== undefined && find(info, 'Modulus') === undefined;
  const key =
    isAlone && certificate
      ? keyOfCertificate(certificate)
      : publicKey({ modulus: bytes('Modulus'), exponent: bytes('Exponent') });
  if (key === undefined) return undefined;
  return { key, certificate: certificate && isAbout(certificate, key) ? certificate : undefined };
}

export type BankHashes = Readonly<Record<'X002' | 'E002', KeyHashes>>;

/** Throws SourceIncomplete when the bank's keys are not there. */
export function bankHashes({ name, secrets }: Bank): BankHashes {
  const { bankX002, bankE002, bankCertificates } = secrets;
  if (!bankX002 || !bankE002) {
    throw sourceErrors.SourceIncomplete({
      source: name,
      reason: {
        en: 'the keys of the bank are missing (taxops bank ebics bank-keys)',
        fr: 'les clés de la banque manquent (taxops bank ebics bank-keys)',
      },
    });
  }
  return { X002: hashes(bankX002, bankCertificates?.X002), E002: hashes(bankE002, bankCertificates?.E002) };
}

export const hashes = (key: string, certificate: string | undefined): KeyHashes => ({
  hash: keyHash(key),
  certificateHash: certificate === undefined ? undefined : certificateHash(certificate),
});

/** The hashes typed from the bank's paper, blanks and case aside. Throws EbicsHashWrong. */
export async function confirmBank(
  ctx: Context,
  source: Bank,
  typed: Readonly<Record<'X002' | 'E002', string>>,
): Promise<Bank> {
  const ours = bankHashes(source);
  for (const key of ['X002', 'E002'] as const) {
    const said = typed[key].replace(/[\s:]+/g, '').toUpperCase();
    if (said !== ours[key].hash && said !== ours[key].certificateHash) {
      throw sourceErrors.EbicsHashWrong({ source: source.name, key });
    }
  }
  return reach(ctx, source, 'Ready');
}
