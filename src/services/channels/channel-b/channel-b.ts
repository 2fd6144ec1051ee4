/**
 * ChannelB: SOAP with a UsernameToken. A deposit gives a number; notices report what became of it. HTTP answers 200
 * even for errors, so the return code decides.
 */
import { createHash } from 'node:crypto';
import {
  DEPOSIT_ANSWER,
  DEPOSIT_REQUEST,
  frenchDay,
  LIST_ANSWER,
  LIST_CODES,
  LIST_REQUEST,
  MAX_LIST_DAYS,
  PIECE_ANSWER,
  PIECE_CODES,
  PIECE_REQUEST,
  PIECE_STATES,
  readMessage,
  returnCode,
  writeMessage,
} from '../../edi/channel-b.ts';
import type { NoticeKind } from '../../edi/notice.ts';
import type { XmlElement } from '../../edi/xml.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import type {
  CallOptions,
  FetchedNotice,
  Filing,
  FilingQuestion,
  FindAnswer,
  NoticeChannel,
  NoticeReference,
  NoticeSearch,
  SendOutcome,
} from '../channel.ts';
import { channelErrors } from '../errors.ts';
import { filingFileName } from '../file-name.ts';
import { requireAgreement } from '../mode.ts';
import { unreadable } from '../outbound/json-answer.ts';
import { type Call, partnerClient } from '../outbound/partner-client.ts';
import { partnerText } from '../outbound/partner-text.ts';
import type { ChannelAccess, ChannelBSettings } from '../settings.ts';
import type { ChannelSurroundings } from '../surroundings.ts';
import { type SoapResult, soapCaller } from './soap-call.ts';

const channel = 'ChannelB';

export type ChannelB = NoticeChannel<'edi'> & { close(): Promise<void> };

export function openChannelB(
  settings: ChannelBSettings,
  access: ChannelAccess,
  surroundings: ChannelSurroundings,
): ChannelB {
  const { login, password, publisher, software, version } = settings;
  const [depositUrl, noticeUrl] = [new URL(settings.depositUrl), new URL(settings.noticeUrl)];
  const hosts = new Set([depositUrl.host, noticeUrl.host]);
  const client = partnerClient({ channel, hosts, access, rate: settings.rate }, surroundings);
  const soap = soapCaller(channel, client, { username: login, password });
  const caller = { editeur: publisher, logiciel: software, version };
  const secrets = [login, password];
  const account = createHash('sha256').update(login).digest('hex').slice(0, 16);

  const send = async (filing: Filing<'edi'>, options?: CallOptions): Promise<SendOutcome> => {
    requireAgreement(channel, access.environment, filing.isTest);
    const { subject, procedure, content } = filing.payload;
    const message = {
      ...caller,
      sujet: markedSubject(subject, filing.reference),
      procedure,
      nomFichier: filingFileName(filing, 'xml'),
      contenu: Buffer.from(content).toString('base64'),
    };
    const request = { nature: 'send', url: depositUrl } as const;
    const body = writeMessage(DEPOSIT_REQUEST, message);
    const read = (answer: XmlElement) => readMessage(DEPOSIT_ANSWER, answer);
    return depositOutcome(await client.within(options, (call) => soap(request, body, read, call)), secrets);
  };

  const listPart = async (search: NoticeSearch, call: Call): Promise<NoticeReference[]> => {
    const message = {
      ...caller,
      dateDebut: frenchDay(search.from),
      dateFin: frenchDay(search.to),
      statutPiece: PIECE_STATES.All,
      typeDeListe: LIST_CODES[search.kind],
      typeProcedure: search.procedure,
    };
    const body = writeMessage(LIST_REQUEST, message);
    const read = (answer: XmlElement) => readMessage(LIST_ANSWER, answer);
    const result = await soap({ nature: 'read', url: noticeUrl }, body, read, call);
    if (result.failed) throw result.error;
    const { codeRetour, libelleRetour, rows = [] } = result.message;
    if (returnCode(codeRetour).outcome === 'absent') return [];
    requireDone(codeRetour, libelleRetour, secrets);
    return rows.flatMap((row) => referenceOf(account, row));
  };

  /** The portal refuses long ranges of days, so they are asked for in parts. */
  const listWith = async (search: NoticeSearch, call: Call): Promise<NoticeReference[]> => {
    const parts: NoticeReference[] = [];
    for (const { from, to } of ranges(search.from, search.to)) {
      parts.push(...(await listPart({ ...search, from, to }, call)));
    }
    return withoutRepeats(parts);
  };

  const notices = (search: NoticeSearch, options?: CallOptions) =>
    client.within(options, (call) => listWith(search, call));

  const notice = async (reference: NoticeReference, options?: CallOptions): Promise<FetchedNotice> => {
    const { number, kind } = reference;
    const message = { ...caller, numero: number, typeDePiece: PIECE_CODES[kind], typeMime: 'message/rfc822' };
    const body = writeMessage(PIECE_REQUEST, message);
    const read = (answer: XmlElement) => readMessage(PIECE_ANSWER, answer);
    const request = { nature: 'once', url: noticeUrl } as const;
    const result = await client.within(options, (call) => soap(request, body, read, call));
    if (result.failed) throw result.error;
    const { codeRetour, libelleRetour, typeMime, contenu } = result.message;
    if (returnCode(codeRetour).outcome === 'absent') throw channelErrors.PieceAbsent({ channel, number });
    requireDone(codeRetour, libelleRetour, secrets);
    if (contenu === undefined) throw unreadable('a piece without content');
    return { reference, mimeType: typeMime, content: contenu };
  };

  /** The portal answers no question about a deposit, but lists its ADS under the subject that names the filing. */
  const find = async (question: FilingQuestion, options?: CallOptions): Promise<FindAnswer> => {
    const from = addDays(parisDay(question.attemptedAt), -1);
    const to = addDays(parisDay(surroundings.clock.now() as Instant), 1);
    const ads = { from, to, kind: 'Ads' } as const;
    try {
      const found = await client.within(options, async (call) => [
        ...(await listWith({ ...ads, procedure: 'TDFC' }, call)),
        ...(await listWith({ ...ads, procedure: 'PAYE' }, call)),
        ...(await listWith({ ...ads, procedure: 'TVA' }, call)),
      ]);
      return findAmong(found, question.reference);
    } catch (error) {
      if (error instanceof TaxopsError) return { outcome: 'uncertain', error };
      throw error;
    }
  };

  return { name: channel, send, find, notices, notice, close: client.close };
}

const mark = (reference: string): string => `[${reference}]`;

const markedSubject = (subject: string, reference: string): string =>
  `${subject.replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')} ${mark(reference)}`.trim();

/** A deposit without a subject could be ours: then nothing is decided. */
function findAmong(pieces: readonly NoticeReference[], reference: string): FindAnswer {
  const ours = pieces.find(({ subject }) => subject?.endsWith(mark(reference)));
  if (ours) {
    const { numeroAds, subject: label } = ours;
    return { outcome: 'found', declaration: { numeroAds, label, links: {}, errors: [] } };
  }
  if (pieces.every(({ subject }) => subject !== undefined)) return { outcome: 'notFound' };
  return { outcome: 'uncertain', error: unreadable('deposits without subject') };
}

type DepositAnswer = ReturnType<typeof readMessage<'codeRetour', 'libelleRetour' | 'numeroAds', never>>;

function depositOutcome(result: SoapResult<DepositAnswer>, secrets: readonly string[]): SendOutcome {
  if (result.failed && result.fault !== undefined) return { outcome: 'refused', message: result.fault };
  if (result.failed) return { outcome: result.mayHaveLeft ? 'uncertain' : 'notSent', error: result.error };
  const { codeRetour: code, libelleRetour: label, numeroAds } = result.message;
  const { outcome, label: meaning } = returnCode(code);
  if (code === LOGIN_REFUSED) return { outcome: 'notSent', error: channelErrors.ChannelAccessDenied({ channel }) };
  if (outcome === 'done' && numeroAds !== undefined) return { outcome: 'sent', receipt: { numeroAds } };
  if (outcome === 'refused') return { outcome: 'refused', code, message: partnerText(label ?? meaning.fr, secrets) };
  const error = outcome === 'done' ? channelErrors.DepositUnnumbered({ channel }) : technical(code, label, secrets);
  return { outcome: 'uncertain', error };
}

function requireDone(code: string, label: string | undefined, secrets: readonly string[]): void {
  const { outcome } = returnCode(code);
  if (outcome === 'done') return;
  if (code === LOGIN_REFUSED) throw channelErrors.ChannelAccessDenied({ channel });
  throw technical(code, label, secrets);
}

const LOGIN_REFUSED = '06';

const technical = (code: string, label: string | undefined, secrets: readonly string[]): TaxopsError =>
  channelErrors.ChannelRefused({
    channel,
    message: partnerText(`${code.slice(0, 10)} ${label ?? returnCode(code).label.fr}`, secrets),
  });

type Row = Readonly<Partial<Record<'numero' | 'typeDePiece' | 'numeroAds' | 'date' | 'sujet', string>>>;

const KINDS: Readonly<Record<string, NoticeKind>> = {
  [PIECE_CODES.Ads]: 'Ads',
  [PIECE_CODES.Acs]: 'Acs',
  [PIECE_CODES.Ars]: 'Ars',
};

/** Receptions and rows that no later call could name are left out. */
function referenceOf(account: string, row: Row): NoticeReference[] {
  const kind = Object.hasOwn(KINDS, row.typeDePiece ?? '') ? KINDS[row.typeDePiece ?? ''] : undefined;
  if (!kind || !/^[A-Za-z0-9_-]{1,64}$/.test(row.numero ?? '')) return [];
  return [{ account, number: row.numero ?? '', kind, numeroAds: row.numeroAds, subject: row.sujet }];
}

const withoutRepeats = (references: readonly NoticeReference[]): NoticeReference[] => [
  ...new Map(references.map((reference) => [`${reference.kind} ${reference.number}`, reference])).values(),
];

function ranges(from: PlainDate, to: PlainDate): { readonly from: PlainDate; readonly to: PlainDate }[] {
  const parts: { from: PlainDate; to: PlainDate }[] = [];
  for (let start = from; start <= to; start = addDays(start, MAX_LIST_DAYS)) {
    const end = addDays(start, MAX_LIST_DAYS - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}
