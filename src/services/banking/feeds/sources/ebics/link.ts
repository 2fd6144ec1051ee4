/** Messages to a bank and its answers. The library makes and signs what we send; the way there and back is ours. */
import { channelErrors } from '../../../../channels/errors.ts';
import { refusal } from '../../../../channels/outbound/address-rules.ts';
import { partnerExchange } from '../../../../channels/outbound/exchange.ts';
import { CALL_LIMITS, type ChannelAccess } from '../../../../channels/settings.ts';
import type { Context } from '../../../../operation/context.ts';
import { sourceErrors } from '../errors.ts';
import type { SourceOf } from '../source.ts';
import { ANSWER_LIMITS, type Answer, readAnswer } from './answer.ts';
import { decryptedBy } from './keys.ts';
import { type EbicsOrder, loadEbics } from './library.ts';

export interface Link {
  /** Sends an order that the library knows. Only answers to downloads are signed: before, we have no key of the bank. */
  order(order: EbicsOrder): Promise<Answer>;
  /** Sends a message of ours as it is. */
  send(xml: string): Promise<Answer>;
  /** Sends a message of ours with our signature; the answer must have the bank's. */
  sendSigned(xml: string): Promise<Answer>;
  decrypt(transactionKey: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openLink(ctx: Context, source: SourceOf<'Ebics'>, signal: AbortSignal): Promise<Link> {
  const { name, settings, secrets } = source;
  const { Client, Keys, signer } = await loadEbics();
  const { A006, X002, E002, bankX002, bankE002 } = secrets;
  const keys = new Keys({ A006, X002, E002, bankX002, bankE002 });
  const client = new Client({ ...settings, passphrase: name, keyStorage: NO_STORAGE });
  // Keys are kept with the source and sealed; the library would encrypt them in a way of its own.
  client.keys = async () => keys;
  const access = accessOf(ctx);
  const url = addressOf(source, access);
  const { exchange, close } = partnerExchange(name, access);

  const deliver = async (xml: string, bankKey?: string): Promise<Answer> => {
    const headers = { 'content-type': 'text/xml; charset=utf-8' };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMITS.totalMs)]);
    const request = { nature: 'read', url, headers, body: Buffer.from(xml), maxBytes: ANSWER_LIMITS.maxBytes } as const;
    const answer = await exchange(request, ctx.ids.uuid(), deadline);
    if (answer.failed === true) throw answer.error;
    if (answer.failed === 'delayed') throw answer.otherwise.error;
    if (answer.failed) throw sourceErrors.EbicsAnswerRefused({ source: name, reason: 'it points elsewhere' });
    return readAnswer(answer.body, name, bankKey);
  };

  return {
    order: async (order) => {
      const bankKey = order.operation === 'download' ? secrets.bankX002 : undefined;
      return deliver(await inTurn(() => client.signOrder(order)), bankKey);
    },
    send: (xml) => deliver(xml),
    sendSigned: (xml) => deliver(signer.sign(xml, keys.x()), secrets.bankX002),
    decrypt: async (transactionKey) => decryptedBy(E002 ?? '', transactionKey),
    close,
  };
}

const NO_STORAGE = { read: async () => '', write: async () => {} };

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

let turn: Promise<unknown> = Promise.resolve();

/** The library builds messages in variables that all clients of a process share: one at a time. */
function inTurn<T>(build: () => Promise<T>): Promise<T> {
  const built = turn.then(build);
  turn = built.catch(() => {});
  return built;
}

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
} as const;
