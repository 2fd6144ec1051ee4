/** The desk of the simulated ChannelB: a deposit portal and a notice portal behind SOAP. */
import {
  DEPOSIT_ANSWER,
  DEPOSIT_REQUEST,
  LIST_ANSWER,
  LIST_CODES,
  LIST_REQUEST,
  MAX_LIST_DAYS,
  PIECE_ANSWER,
  PIECE_CODES,
  PIECE_REQUEST,
  PIECE_STATES,
  readMessage,
  writeMessage,
} from '../../edi/channel-b.ts';
import type { NoticeKind } from '../../edi/notice.ts';
import { type Credentials, readEnvelope, SOAP_CONTENT_TYPE, writeEnvelope, writeFault } from '../../edi/soap.ts';
import type { XmlElement } from '../../edi/xml.ts';
import type { Clock } from '../../kernel/clock.ts';
import { dayNumber, type PlainDate, parsePlainDate } from '../../kernel/dates.ts';
import { type Instant, parisDay, parisWallTime } from '../../kernel/paris-time.ts';
import type { Answer, Question } from '../stage/answer.ts';
import type { Agenda } from './agenda.ts';
import { checkDeposit, type DepositedDeclaration, type DepositedFile } from './deposited-file.ts';
import { fittingScenario } from './desk-a.ts';
import type { WritableLedger } from './ledger.ts';
import { damagedNotice, type NoticeDeclaration, type NoticeMail, packedNotice } from './notice-mail.ts';
import type { Numbers } from './numbers.ts';
import type { NoticeStep, Scenario } from './script.ts';

export interface DeskB {
  deposit(question: Question): Promise<Answer>;
  notices(question: Question): Promise<Answer>;
  notice(question: Question): Promise<Answer>;
}

export interface DeskBSurroundings {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly ledger: WritableLedger;
  readonly numbers: Numbers;
  readonly scenarios: readonly Scenario[];
  readonly credentials: Credentials;
}

interface StoredPiece {
  readonly number: string;
  readonly kind: NoticeKind;
  readonly procedure: string;
  readonly subject: string;
  readonly day: PlainDate;
  readonly mail: NoticeMail;
  readonly packing: NoticeStep['packing'];
  isFetched: boolean;
}

export function deskB({ clock, agenda, ledger, numbers, scenarios, credentials }: DeskBSurroundings): DeskB {
  const pieces: StoredPiece[] = [];
  const moment = () => parisWallTime(clock.now() as Instant);

  const deposit = async (body: XmlElement, { headers }: Question): Promise<XmlElement> => {
    const { sujet: subject, procedure, contenu } = readMessage(DEPOSIT_REQUEST, body);
    const content = Buffer.from(contenu, 'base64');
    const verdict = await checkDeposit(procedure, content);
    if ('faults' in verdict) return answer(DEPOSIT_ANSWER, '05', refusal(verdict.faults));
    const { file } = verdict;
    const [first] = file.declarations;
    const entry = ledger.add({
      channel: 'ChannelB',
      siren: first?.siren ?? '',
      form: first?.forms[0] ?? '',
      end: first?.end ?? '',
      isTest: file.isTest,
      reference: subject,
      content,
      at: clock.now(),
      idempotencyKey: headers['idempotency-key'],
      correlationId: headers['x-correlation-id'],
    });
    const scenario = fittingScenario(scenarios, 'ChannelB', entry);
    if (scenario?.refuse) return answer(DEPOSIT_ANSWER, '05', scenario.refuse);
    const numeroAds = String(numbers.next('deposit')).padStart(10, '0');
    const deposited = { numeroAds, subject, procedure, file };
    for (const step of scenario?.steps ?? []) {
      const publish = () => void pieces.push(pieceOf(deposited, step));
      // What happens at once is there before the answer leaves.
      if (step.afterMs === 0) publish();
      else agenda.after(step.afterMs, publish);
    }
    const isNumbered = scenario?.withNumber !== false;
    return writeMessage(DEPOSIT_ANSWER, {
      codeRetour: '00',
      libelleRetour: 'Succès',
      ...(isNumbered && { numeroAds }),
    });
  };

  const pieceOf = (deposited: Deposited, { notice: kind, verdict, errors, packing }: NoticeStep): StoredPiece => {
    const { numeroAds, subject, procedure, file } = deposited;
    const declarations = file.declarations.map((declaration) => noticeLine(declaration, errors));
    return {
      number: String(numbers.next('piece')).padStart(8, '0'),
      kind,
      procedure,
      subject,
      packing,
      isFetched: false,
      day: parisDay(clock.now() as Instant),
      mail: { kind, numeroAds, date: moment(), verdict, declarations, subject },
    };
  };

  const list = (body: XmlElement): XmlElement => {
    const request = readMessage(LIST_REQUEST, body);
    const [from, to] = [readFrenchDay(request.dateDebut), readFrenchDay(request.dateFin)];
    if (!from || !to || dayNumber(to) - dayNumber(from) > MAX_LIST_DAYS) return answer(LIST_ANSWER, '05', 'Dates');
    const rows = pieces
      .filter(({ kind }) => KINDS_OF_LIST[request.typeDeListe]?.includes(kind))
      .filter(({ procedure }) => procedure === request.typeProcedure)
      .filter(({ isFetched }) => request.statutPiece === PIECE_STATES.All || !isFetched)
      .filter(({ day }) => from <= day && day <= to)
      .map(({ number, kind, mail, subject, day }) => ({
        numero: number,
        typeDePiece: PIECE_CODES[kind],
        numeroAds: mail.numeroAds,
        date: day,
        sujet: subject,
      }));
    return writeMessage(LIST_ANSWER, { codeRetour: '00', rows });
  };

  const fetchPiece = async (body: XmlElement, isDamaged: boolean): Promise<XmlElement> => {
    const { numero, typeDePiece } = readMessage(PIECE_REQUEST, body);
    const piece = pieces.find(({ number, kind }) => number === numero && PIECE_CODES[kind] === typeDePiece);
    if (!piece) return answer(PIECE_ANSWER, '07', 'Document non disponible');
    piece.isFetched = true;
    const contenu = await (isDamaged ? damagedNotice(piece.mail) : packedNotice(piece.mail, piece.packing));
    // The portal announces a type that says nothing of the packing.
    return writeMessage(PIECE_ANSWER, { codeRetour: '00', typeMime: 'message/rfc822', contenu });
  };

  /** Opens the envelope, checks who asks, and wraps the answer. */
  const served = async (
    question: Question,
    refusal: typeof DEPOSIT_ANSWER | typeof LIST_ANSWER | typeof PIECE_ANSWER,
    serve: (body: XmlElement) => XmlElement | Promise<XmlElement>,
  ): Promise<Answer> => {
    try {
      const envelope = await readEnvelope(question.body);
      const body = isKnown(envelope.credentials) ? await serve(envelope.body) : writeMessage(refusal, LOGIN_REFUSED);
      return soapAnswer(writeEnvelope({ body }));
    } catch {
      return soapAnswer(writeFault('Client', 'Message illisible'), 500);
    }
  };

  const isKnown = (given: Credentials | undefined): boolean =>
    given?.username === credentials.username && given.password === credentials.password;

  return {
    deposit: (question) => served(question, DEPOSIT_ANSWER, (body) => deposit(body, question)),
    notices: async (question) => {
      const sound = await served(question, LIST_ANSWER, list);
      return { ...sound, damaged: { duplicate: twice(sound.body.toString()) } };
    },
    notice: async (question) => {
      const sound = await served(question, PIECE_ANSWER, (body) => fetchPiece(body, false));
      const damaged = await served(question, PIECE_ANSWER, (body) => fetchPiece(body, true));
      return { ...sound, damaged: { 'wrong-gzip': damaged.body } };
    },
  };
}

interface Deposited {
  readonly numeroAds: string;
  readonly subject: string;
  readonly procedure: string;
  readonly file: DepositedFile;
}

const LOGIN_REFUSED = { codeRetour: '06', libelleRetour: 'Authentification refusée' };

const answer = (
  shape: typeof DEPOSIT_ANSWER | typeof LIST_ANSWER | typeof PIECE_ANSWER,
  codeRetour: string,
  libelleRetour: string,
): XmlElement => writeMessage(shape as typeof DEPOSIT_ANSWER, { codeRetour, libelleRetour });

const soapAnswer = (body: string, status = 200): Answer => ({ status, contentType: SOAP_CONTENT_TYPE, body });

const twice = (envelope: string): string => envelope.replace(/<piece>.*<\/piece>/s, '$&$&');

const KINDS_OF_LIST: Readonly<Record<string, readonly NoticeKind[]>> = {
  [LIST_CODES.Ads]: ['Ads'],
  [LIST_CODES.Acs]: ['Acs'],
  [LIST_CODES.Ars]: ['Ars'],
  [LIST_CODES.Notices]: ['Acs', 'Ars'],
  [LIST_CODES.NoticesAndReceptions]: ['Acs', 'Ars'],
  [LIST_CODES.All]: ['Ads', 'Acs', 'Ars'],
};

const readFrenchDay = (text: string): PlainDate | undefined => parsePlainDate(text.split('/').reverse().join('-'));

const noticeLine = (declaration: DepositedDeclaration, errors: NoticeStep['errors']): NoticeDeclaration => ({
  ...declaration,
  siret: declaration.siren,
  errors: errors.map((reason) => ({ ...reason, formulaire: reason.formulaire ?? declaration.forms[0] ?? '' })),
});

/** The first faults, within what an answer can show. */
const refusal = (faults: readonly string[]): string =>
  `Fichier refusé : ${faults.slice(0, 3).join(' ; ')}`.slice(0, 500);
