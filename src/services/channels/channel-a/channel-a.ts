/** ChannelA: JSON over HTTPS. A refusal can come with status 200, and an answer without identifier is usual. */
import { readChannelAAnswer } from '../../edi/channel-a.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type {
  CallOptions,
  ChannelDocument,
  Filing,
  FilingQuestion,
  FindAnswer,
  ListingChannel,
  SendOutcome,
} from '../channel.ts';
import { channelErrors } from '../errors.ts';
import { requireAgreement } from '../mode.ts';
import { refusal } from '../outbound/address-rules.ts';
import type { PartnerRequest } from '../outbound/exchange.ts';
import { accessDenied } from '../outbound/failures.ts';
import { readJson, unreadable } from '../outbound/json-answer.ts';
import { type Call, type CallResult, partnerClient } from '../outbound/partner-client.ts';
import { partnerText } from '../outbound/partner-text.ts';
import type { ChannelAccess, ChannelASettings } from '../settings.ts';
import type { ChannelSurroundings } from '../surroundings.ts';
import { readDeclaration, readDeclarations, saysNotFound } from './answers.ts';
import { tokenSource } from './token-source.ts';

const channel = 'ChannelA';

const PATHS = { liasse: 'liasse', forms: 'marque-blanche', status: 'declaration-status', list: 'declarations' };
const CONTENT_TYPES = { liasse: 'text/plain; charset=utf-8', forms: 'application/json; charset=utf-8' };

const ANSWER_BYTES = 1024 * 1024;
const LIST_BYTES = 16 * 1024 * 1024;

type ChannelAPayload = 'liasse' | 'forms';

export type ChannelA = ListingChannel<ChannelAPayload> & { close(): Promise<void> };

export function openChannelA(
  settings: ChannelASettings,
  access: ChannelAccess,
  surroundings: ChannelSurroundings,
): ChannelA {
  const hosts = new Set([new URL(settings.url).host, new URL(settings.tokenUrl).host, ...settings.documentHosts]);
  const client = partnerClient({ channel, hosts, access, rate: settings.rate }, surroundings);
  const tokens = tokenSource(client, settings, access.environment, surroundings.clock);
  const secrets = [settings.clientSecret, settings.account];
  const address = (path: string): URL => new URL(`${settings.url.replace(/\/+$/, '')}/${path}`);

  /** With a token; one that was refused is replaced once. A 401 says that nothing was done (RFC 9110, 15.5.2). */
  const authorised = async (request: PartnerRequest, call: Call): Promise<CallResult> => {
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.get(call);
      if (token.failed) return token;
      const headers = { accept: 'application/json', ...request.headers, authorization: `Bearer ${token.token}` };
      const result = await client.request({ ...request, headers }, call);
      if (result.failed || (result.status !== 401 && result.status !== 403)) return result;
      if (result.status === 403 || attempt === 2) return accessDenied(channel, result.status);
      tokens.forget(token.token);
    }
  };

  const send = async (filing: Filing<ChannelAPayload>, options?: CallOptions): Promise<SendOutcome> => {
    requireAgreement(channel, access.environment, filing.isTest);
    const { kind, content } = filing.payload;
    const headers = { 'content-type': CONTENT_TYPES[kind], 'idempotency-key': filing.reference };
    const request = {
      nature: 'send',
      url: address(PATHS[kind]),
      headers,
      body: content,
      maxBytes: ANSWER_BYTES,
    } as const;
    return sendOutcome(await client.within(options, (call) => authorised(request, call)), secrets);
  };

  const find = async (question: FilingQuestion, options?: CallOptions): Promise<FindAnswer> => {
    const url = address(PATHS.status);
    const { siren, end, form, due } = question;
    const asked = {
      email: settings.account,
      siren,
      date_fin: end,
      formulaire: form,
      ...(due && { date_echeance: due }),
    };
    url.search = new URLSearchParams(asked).toString();
    const request = { nature: 'read', url, maxBytes: ANSWER_BYTES } as const;
    return findAnswer(await client.within(options, (call) => authorised(request, call)));
  };

  const list = async (siren: string, options?: CallOptions) => {
    const url = address(PATHS.list);
    url.search = new URLSearchParams({ siren }).toString();
    const request = { nature: 'read', url, maxBytes: LIST_BYTES } as const;
    const result = await client.within(options, (call) => authorised(request, call));
    if (result.failed) throw result.error;
    if (result.status === 404) return [];
    if (result.status !== 200) throw channelErrors.ChannelFailed({ channel, status: result.status });
    return readDeclarations(readJson(result.body));
  };

  /** Links carry their own right of access: no token goes with them. */
  const document = async (link: string, options?: CallOptions): Promise<ChannelDocument> => {
    const url = URL.canParse(link) ? new URL(link) : undefined;
    const reason = url ? refusal(url, { hosts, allowPrivate: access.allowPrivate }) : 'not an address';
    if (!url || reason)
      throw channelErrors.ChannelAddressRefused({ channel, host: url?.host ?? '?', reason: reason ?? '' });
    return documentAnswer(await client.within(options, (call) => client.request({ nature: 'read', url }, call)));
  };

  return { name: channel, send, find, list, document, close: client.close };
}

function documentAnswer(result: CallResult): ChannelDocument {
  if (result.failed) throw result.error;
  const { status, body: content, contentType } = result;
  if ([401, 403, 404, 410].includes(status)) throw channelErrors.DocumentAbsent({ channel });
  if (status !== 200) throw channelErrors.ChannelFailed({ channel, status });
  if (isPdf(contentType) && !isWholePdf(content)) throw unreadable('a PDF without beginning or end');
  return { content, contentType };
}

const isPdf = (contentType: string): boolean => /^application\/pdf\b/i.test(contentType);

/** ISO 32000-1, 7.5: it begins with %PDF-, and %%EOF stands in its last kilobyte. A cut file announces its own length. */
const isWholePdf = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 5)).toString('latin1') === '%PDF-' &&
  Buffer.from(content.subarray(-1024)).toString('latin1').includes('%%EOF');

/** Statuses of a request that is at fault; 408 and 409 may hide a filing. */
const isPlainRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 409;

function sendOutcome(result: CallResult, secrets: readonly string[]): SendOutcome {
  if (result.failed) return { outcome: result.mayHaveLeft ? 'uncertain' : 'notSent', error: result.error };
  try {
    if (isPlainRefusal(result.status))
      return { ...refused(messageOf(result.body, secrets), result.status), isUnproven };
    if (result.status >= 300) {
      return { outcome: 'uncertain', error: channelErrors.ChannelFailed({ channel, status: result.status }) };
    }
    const answer = readChannelAAnswer(readJson(result.body));
    const no = refused(partnerText(answer.message ?? '', secrets), result.status);
    if (!answer.isAccepted) return answer.isVerdict ? no : { ...no, isUnproven };
    return { outcome: 'sent', receipt: { channelId: answer.id, url: answer.url } };
  } catch (error) {
    if (error instanceof TaxopsError) return { outcome: 'uncertain', error };
    throw error;
  }
}

/** A status of the filing is a verdict; a message or a status of HTTP may come from anywhere on the way. */
const isUnproven = true;

const refused = (message: string, status: number): Extract<SendOutcome, { outcome: 'refused' }> => ({
  outcome: 'refused',
  message: message || `status ${status}`,
});

function messageOf(body: Uint8Array, secrets: readonly string[]): string {
  try {
    return partnerText(readChannelAAnswer(readJson(body)).message ?? '', secrets);
  } catch {
    return '';
  }
}

/** 404 means not found; 400 does when it says so. Anything else decides nothing, and must not lead to a second send. */
function findAnswer(result: CallResult): FindAnswer {
  if (result.failed) return { outcome: 'uncertain', error: result.error };
  if (result.status === 404) return { outcome: 'notFound' };
  try {
    const answer = readJson(result.body);
    if (result.status === 400 && saysNotFound(answer)) return { outcome: 'notFound' };
    if (result.status !== 200) throw channelErrors.ChannelFailed({ channel, status: result.status });
    const declaration = readDeclaration(answer);
    if (declaration.status === undefined) throw unreadable('no status');
    return { outcome: 'found', declaration };
  } catch (error) {
    if (error instanceof TaxopsError) return { outcome: 'uncertain', error };
    throw error;
  }
}
