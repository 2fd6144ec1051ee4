/** Messages to a bank and its answers: made, signed, sent within bounds, and believed as far as they are signed. */
import { channelErrors } from '../../../../channels/errors.ts';
import { refusal } from '../../../../channels/outbound/address-rules.ts';
import { partnerExchange } from '../../../../channels/outbound/exchange.ts';
import { CALL_LIMITS, type ChannelAccess } from '../../../../channels/settings.ts';
import type { Context } from '../../../../operation/context.ts';
import { sourceErrors } from '../errors.ts';
import { type EbicsSecrets, type SourceOf, versionOf } from '../source.ts';
import { ANSWER_LIMITS, type Answer, readAnswer } from './answer.ts';
import { decryptedBy, keyDigest } from './keys.ts';
import { type BankDigests, bankKeysMessage, firstMessage, type Moment, type Order, type Sealed } from './messages.ts';
import { BANK_KEYS_CHANGED } from './protocol.ts';
import { signed } from './signature.ts';

export interface Link {
  /** Sends a message as it is; what comes back is not read. */
  post(xml: string): Promise<Uint8Array>;
  /** Sends a message without signature; nobody signs the answer. */
  send(xml: string): Promise<Answer>;
  /** Asks for the keys of the bank, with our signature; the answer has none, we have no key of the bank yet. */
  askBankKeys(): Promise<Answer>;
  /** Begins the transaction of an order; the answer must have the bank's signature. */
  begin(order: Order, sealed?: Sealed): Promise<Answer>;
  /** Sends a message with our signature; the answer must have the bank's. */
  sendSigned(xml: string): Promise<Answer>;
  decrypt(transactionKey: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openLink(ctx: Context, source: SourceOf<'Ebics'>, signal: AbortSignal): Promise<Link> {
  const { name, settings, secrets } = source;
  const { X002 = '', E002 = '', bankX002 } = secrets;
  const access = accessOf(ctx);
  const url = addressOf(source, access);
  const { exchange, close } = partnerExchange(name, access);

  const post = async (xml: string): Promise<Uint8Array> => {
    const headers = { 'content-type': 'text/xml; charset=utf-8' };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMITS.totalMs)]);
    const request = { nature: 'read', url, headers, body: Buffer.from(xml), maxBytes: ANSWER_LIMITS.maxBytes } as const;
    const answer = await exchange(request, ctx.ids.uuid(), deadline);
    if (answer.failed === true) throw answer.error;
    if (answer.failed === 'delayed') throw answer.otherwise.error;
    if (answer.failed)
      throw sourceErrors.EbicsAnswerRefused({
        source: name,
        reason: { en: 'it points elsewhere', fr: 'elle renvoie ailleurs' },
      });
    return answer.body;
  };
  const deliver = async (xml: string, bankKey?: string): Promise<Answer> => readAnswer(await post(xml), name, bankKey);
  const sendSigned = async (xml: string) => deliver(await signed(xml, X002), bankX002);
  const moment = (): Moment => ({ now: ctx.clock.now(), nonce: ctx.ids.uuid().replaceAll('-', '').toUpperCase() });

  return {
    post,
    sendSigned,
    send: (xml) => deliver(xml),
    askBankKeys: async () => deliver(await signed(bankKeysMessage(settings, moment()), X002)),
    begin: async (order, sealed) => {
      const ask = (digests: BankDigests) =>
        sendSigned(firstMessage(settings, order, { ...moment(), digests, ...(sealed && { sealed }) }));
      const [usual, ...others] = digestsOf(source);
      const answer = await ask(usual);
      const [other] = others;
      return answer.returnCode === BANK_KEYS_CHANGED && other ? ask(other) : answer;
    },
    decrypt: async (transactionKey) => decryptedBy(E002, transactionKey),
    close,
  };
}

/**
 * Digests that show which keys of the bank we know: of numbers in H004; in H005 of certificates, though some banks of
 * H005 go on with numbers and take certificates for other keys.
 */
function digestsOf({ settings, secrets }: SourceOf<'Ebics'>): [BankDigests, ...BankDigests[]] {
  const { bankX002 = '', bankE002 = '' } = secrets;
  const numbers = { X002: keyDigest(bankX002), E002: keyDigest(bankE002) };
  const certificates = certificateDigests(secrets);
  return versionOf(settings) === 'H005' && certificates ? [certificates, numbers] : [numbers];
}

function certificateDigests({ bankCertificates }: EbicsSecrets): BankDigests | undefined {
  const { X002, E002 } = bankCertificates ?? {};
  return X002 && E002 ? { X002: keyDigest(X002), E002: keyDigest(E002) } : undefined;
}

/** Throws ChannelAddressRefused: https only, public hosts only, trials aside. */
function addressOf({ name, settings }: SourceOf<'Ebics'>, { allowPrivate }: ChannelAccess): URL {
  const url = new URL(settings.url);
  const reason = refusal(url, { hosts: new Set([url.host]), allowPrivate });
  if (reason) throw channelErrors.ChannelAddressRefused({ channel: name, host: url.host, reason });
  return url;
}

const accessOf = ({ settings }: Context): ChannelAccess => ({
  environment: 'prod',
  allowPrivate: /^(1|true|yes)$/i.test(settings.channelAllowPrivate.value ?? ''),
  authorities: settings.channelAuthorities.value,
  limits: { ...CALL_LIMITS, maxBytes: ANSWER_LIMITS.maxBytes },
});

/** Throws SourceIncomplete unless keys were exchanged and the bank's confirmed. */
export function requireReady({ name, settings: { state } }: SourceOf<'Ebics'>): void {
  if (state !== 'Ready') throw sourceErrors.SourceIncomplete({ source: name, reason: NEXT[state] });
}

/** What is to be done in each state. */
const NEXT = {
  New: 'its keys were not sent (taxops bank ebics init)',
  SignatureSent: 'one of its keys was not sent (taxops bank ebics init)',
  KeysSent: 'the keys of the bank are missing (taxops bank ebics bank-keys)',
  BankKeysReceived: 'the keys of the bank are not confirmed (taxops bank ebics confirm)',
  Suspended: 'its user was suspended; once the bank allows it, make new keys (taxops bank ebics init)',
} as const;
