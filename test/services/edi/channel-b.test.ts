import { describe, expect, it } from 'vitest';
import {
  DEPOSIT_ANSWER,
  DEPOSIT_REQUEST,
  frenchDay,
  LIST_ANSWER,
  LIST_REQUEST,
  PIECE_ANSWER,
  PIECE_REQUEST,
  readMessage,
  returnCode,
  writeMessage,
} from '../../../src/services/edi/channel-b.ts';
import { readEnvelope, writeEnvelope, writeFault } from '../../../src/services/edi/soap.ts';
import { xml } from '../../../src/services/edi/xml.ts';
import fc from '../../support/property.ts';

const CALLER = { editeur: 'EDITEUR', logiciel: 'LOGICIEL', version: '1.0' };
const CREDENTIALS = { username: 'cabinet', password: ' p<a>&"ss ' };

describe('envelope', () => {
  it('carries the token in clear text, as the profile wants', () => {
    const text = writeEnvelope({ credentials: CREDENTIALS, body: xml('ping') });
    expect(text).toContain('<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">');
    expect(text).toContain('#PasswordText"> p&lt;a&gt;&amp;&quot;ss </wsse:Password>');
    expect(text).toContain('soap:mustUnderstand="1"');
  });

  it('gives back login, password and body', async () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !/[\p{Cc}\p{Surrogate}\ufffe\uffff]/u.test(text));
    await fc.assert(
      fc.asyncProperty(word, word, async (username, password) => {
        const credentials = { username, password };
        expect((await readEnvelope(writeEnvelope({ credentials, body: xml('ping', 'x') }))).credentials).toEqual(
          credentials,
        );
      }),
    );
    expect(await readEnvelope(writeEnvelope({ body: xml('ping', 'x') }))).toEqual({ body: xml('ping', 'x') });
  });

  it('turns a fault into an error', async () => {
    await expect(readEnvelope(writeFault('Server', 'base arrêtée'))).rejects.toThrow(
      expect.objectContaining({ code: 'SoapFault', message: expect.stringContaining('soap:Server base arrêtée') }),
    );
  });

  it.each([
    ['another root', '<html><body><p/></body></html>'],
    ['no body', '<Envelope/>'],
    ['an empty body', '<Envelope><Body/></Envelope>'],
    ['two bodies', '<Envelope><Body><a/><b/></Body></Envelope>'],
  ])('refuses %s', async (_, text) => {
    await expect(readEnvelope(text)).rejects.toThrow(expect.objectContaining({ code: 'ChannelAnswerUnreadable' }));
  });

  it('refuses a document type', async () => {
    await expect(readEnvelope('<!DOCTYPE a><Envelope/>')).rejects.toThrow(
      expect.objectContaining({ code: 'XmlRefused' }),
    );
  });
});

describe('operations', () => {
  const sent = async (body: Parameters<typeof writeEnvelope>[0]['body']) =>
    (await readEnvelope(writeEnvelope({ body }))).body;

  it('deposit', async () => {
    const request = { ...CALLER, sujet: 'Liasse 2025 été', procedure: 'TDFC', nomFichier: 'a.xml', contenu: 'YWJj' };
    expect(readMessage(DEPOSIT_REQUEST, await sent(writeMessage(DEPOSIT_REQUEST, request)))).toEqual(request);
    const answer = { codeRetour: '00', numeroAds: '0000123456' };
    expect(readMessage(DEPOSIT_ANSWER, await sent(writeMessage(DEPOSIT_ANSWER, answer)))).toEqual(answer);
  });

  it('list of pieces', async () => {
    const request = {
      ...CALLER,
      dateDebut: frenchDay('2025-12-01'),
      dateFin: frenchDay('2025-12-31'),
      statutPiece: '01',
      typeDeListe: '98',
      typeProcedure: 'TDFC',
    };
    expect(request.dateDebut).toBe('01/12/2025');
    expect(readMessage(LIST_REQUEST, await sent(writeMessage(LIST_REQUEST, request)))).toEqual(request);
    const answer = {
      codeRetour: '00',
      rows: [
        { numero: '007', typeDePiece: '01', numeroAds: '0000123456' },
        { numero: '008', typeDePiece: '02' },
      ],
    };
    expect(readMessage(LIST_ANSWER, await sent(writeMessage(LIST_ANSWER, answer)))).toEqual(answer);
    expect(readMessage(LIST_ANSWER, await sent(writeMessage(LIST_ANSWER, { codeRetour: '06' })))).toEqual({
      codeRetour: '06',
      rows: [],
    });
  });

  it('one piece', async () => {
    const request = { ...CALLER, numero: '007', typeDePiece: '01', typeMime: 'message/rfc822' };
    expect(readMessage(PIECE_REQUEST, await sent(writeMessage(PIECE_REQUEST, request)))).toEqual(request);
    const answer = { codeRetour: '00', typeMime: 'message/rfc822', contenu: 'YWJj' };
    expect(readMessage(PIECE_ANSWER, await sent(writeMessage(PIECE_ANSWER, answer)))).toEqual(answer);
  });

  it.each([
    ['another message', xml('autre', [xml('codeRetour', '00')]), /DemandeAccuseReponse is expected/],
    ['no return code', xml('DemandeAccuseReponse', [xml('contenu', 'x')]), /codeRetour missing/],
  ])('refuses %s', (_, body, message) => {
    expect(() => readMessage(PIECE_ANSWER, body)).toThrow(
      expect.objectContaining({ code: 'ChannelAnswerUnreadable', message: expect.stringMatching(message) }),
    );
  });

  it('refuses more rows than a list can have', () => {
    const rows = Array.from({ length: 10_001 }, () => xml('piece', [xml('numero', '1')]));
    const body = xml('ListeDisponibiliteV2Reponse', [xml('codeRetour', '00'), xml('pieces', rows)]);
    expect(() => readMessage(LIST_ANSWER, body)).toThrow(expect.objectContaining({ code: 'ChannelAnswerUnreadable' }));
  });
});

describe('return codes', () => {
  it.each([
    ['00', 'done'],
    ['04', 'refused'],
    ['05', 'refused'],
    ['06', 'refused'],
    ['07', 'absent'],
    ['08', 'refused'],
    ['11', 'refused'],
    ['99', 'technical'],
    ['0', 'technical'],
    ['42', 'technical'],
    ['constructor', 'technical'],
  ])('%s is %s', (code, outcome) => {
    expect(returnCode(code).outcome).toBe(outcome);
    expect(returnCode(code).label.fr).not.toBe('');
  });
});
