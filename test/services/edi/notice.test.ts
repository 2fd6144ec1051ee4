import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findAttachment } from '../../../src/services/edi/mime.ts';
import { openPiece, readNotice } from '../../../src/services/edi/notice.ts';
import { zip } from './archives.ts';
import { survivesChanges } from './hostile-notice.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/notices/${name}`, import.meta.url));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const wrap = (text: string) => text.replace(/(.{76})/g, '$1\r\n');

describe('notices', () => {
  it('ADS: the file was taken', async () => {
    expect(await readNotice(fixture('ads.xml'))).toEqual({
      kind: 'Ads',
      numeroAds: '0000123456',
      date: '2026-05-18T08:15:30Z',
      count: 1,
      message: 'Fichier reçu',
      lines: [],
      link: undefined,
    });
  });

  it('ACS: inside its signature, with a group nobody knows', async () => {
    const notice = await readNotice(fixture('acs.xml'));
    expect(notice).toMatchObject({
      kind: 'Acs',
      numeroAds: '0000123456',
      date: '2026-05-18T09:00:00Z',
      count: 3,
      link: 'https://channel.example/avis/1',
    });
    expect(notice.lines.map(({ group, groupName, reference }) => [group, groupName, reference])).toEqual([
      ['Accepted', 'declarationsAcceptees', 'INFENT000001'],
      ['Accepted', 'declarationsAcceptees', 'INFENT000002'],
      ['Unknown', 'declarationsDifferees', 'INFENT000003'],
    ]);
    expect(notice.lines[0]).toMatchObject({
      siret: '73282932000017',
      name: 'SOCIETE TEST',
      type: 'IDF',
      typeLabel: 'Liasse',
      recipient: 'DGFIP',
      periodStart: '2024-12-31T23:00:00Z',
      periodEnd: '2025-12-30T23:00:00Z',
      rof: 'IS1',
      isBlocked: false,
      errors: [],
    });
  });

  it('ARS: amounts, blocked payments, errors', async () => {
    const { lines, date } = await readNotice(fixture('ars.xml'));
    expect(date).toBe('2026-05-19T06:00:00Z');
    expect(lines).toMatchObject([
      { group: 'AcceptedWithAnomalies', amount: 126050n, isBlocked: true },
      {
        group: 'Rejected',
        periodEnd: '2025-12-30T23:00:00Z',
        errors: [
          { formulaire: '2033A', champ: 'CR', champValeur: '10550', code: '156', libelle: 'Total faux' },
          { code: '048', libelle: 'Période déjà déposée' },
        ],
      },
    ]);
  });

  it.each([
    ['another root', '<avis><numeroAds>1</numeroAds></avis>'],
    ['no number', '<avisConformiteSigne/>'],
    ['a number with a path', '<avisConformiteSigne><numeroAds>../1</numeroAds></avisConformiteSigne>'],
    [
      '101 declarations',
      `<avisConformiteSigne><numeroAds>1</numeroAds><declarationsAcceptees>${'<d><siret>1</siret></d>'.repeat(101)}</declarationsAcceptees></avisConformiteSigne>`,
    ],
  ])('refuses %s', async (_, text) => {
    await expect(readNotice(text)).rejects.toThrow(expect.objectContaining({ code: 'NoticeUnreadable' }));
  });

  it('leaves out dates and amounts that say nothing', async () => {
    const text =
      '<avisReceptionSigne><numeroAds>1</numeroAds><dateArs>hier</dateArs><nbDecl>x</nbDecl><declarationsRejetees><d><siret>1</siret><montantTd>beaucoup</montantTd></d></declarationsRejetees></avisReceptionSigne>';
    expect(await readNotice(text)).toMatchObject({ date: undefined, count: undefined, lines: [{ amount: undefined }] });
  });

  it.each([['<!DOCTYPE a><avisConformiteSigne/>'], ['<a>'.repeat(40)]])(
    'refuses hostile documents: %s',
    async (text) => {
      await expect(readNotice(text)).rejects.toThrow(expect.objectContaining({ code: 'XmlRefused' }));
    },
  );
});

describe('pieces', () => {
  const mail = fixture('ars-rejected.eml');
  const notice = fixture('ars.xml');

  it.each([
    ['an e-mail', base64(mail)],
    ['an e-mail, base64 in lines', wrap(base64(mail))],
    ['gzip', base64(gzipSync(mail))],
    ['a zip of one file', base64(zip({ 'avis.eml': mail }))],
  ])('%s holds the notice, and the message as received', (_, piece) => {
    const { message, document } = openPiece(piece);
    expect(Buffer.from(document).equals(notice)).toBe(true);
    expect(Buffer.from(message).equals(mail)).toBe(true);
  });

  it('reads quoted-printable in ISO 8859-15', async () => {
    const { document } = openPiece(base64(fixture('acs-quoted.eml')));
    expect(await readNotice(document)).toMatchObject({
      kind: 'Acs',
      numeroAds: '0042',
      message: 'Dépôt conforme à 100 €',
      date: '2026-05-17T22:00:00Z',
    });
  });

  it('takes a bare notice', () =>
    expect(openPiece(base64(gzipSync(notice))).document).toEqual(openPiece(base64(notice)).message));

  it.each([
    ['no notice inside', base64(fixture('no-notice.eml')), 'NoticeUnreadable'],
    ['nothing', '', 'NoticeUnreadable'],
    ['no base64', 'é', 'ContentRefused'],
    ['broken gzip', base64(gzipSync(mail).subarray(0, 200)), 'ContentRefused'],
    ['a gzip bomb', base64(gzipSync(Buffer.alloc(64 * 1024 * 1024))), 'ContentRefused'],
    ['a zip bomb', base64(zip({ 'a.xml': Buffer.alloc(64 * 1024 * 1024) })), 'ContentRefused'],
  ])('refuses %s', (_, piece, code) => expect(() => openPiece(piece)).toThrow(expect.objectContaining({ code })));

  it('ends in a notice or in a refusal, whatever was changed on the way', { tags: 'long' }, () =>
    survivesChanges(1_000),
  );
});

describe('e-mails', () => {
  const nested = (levels: number): string =>
    levels === 0
      ? 'Content-Type: application/xml; name=avis.xml\n\n<a/>'
      : `Content-Type: multipart/mixed; boundary=b${levels}\n\n--b${levels}\n${nested(levels - 1)}\n--b${levels}--\n`;
  const find = (text: string) => {
    const found = findAttachment(Buffer.from(text, 'latin1'), 'avis.xml');
    return found && Buffer.from(found).toString();
  };

  it.each([
    [
      'no boundary line at the end',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: attachment; filename=avis.xml\n\n<a/>',
    ],
    [
      'a folded header',
      'Content-Type: multipart/mixed;\n\tboundary="b"\n\n--b\nContent-Disposition: attachment;\n filename="avis.xml"\n\n<a/>\n--b--',
    ],
    ['a message in a message', 'Content-Type: message/rfc822\n\nContent-Type: application/xml; name=avis.xml\n\n<a/>'],
    ['five levels', nested(5)],
  ])('%s', (_, text) => expect(find(text)).toBe('<a/>'));

  it('a boundary that is the beginning of another line is no boundary of its own', () => {
    expect(
      find(
        'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/xml; name=avis.xml\n\n<a>\n x--b\n</a>\n--b--',
      ),
    ).toBe('<a>\n x--b\n</a>');
  });

  it.each([
    ['seven levels', nested(7)],
    ['65 parts', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(70)}--b--`],
    ['headers without end', `Content-Type: text/plain\nX: ${'a'.repeat(70_000)}`],
  ])('refuses %s', (_, text) => expect(() => find(text)).toThrow(expect.objectContaining({ code: 'ContentRefused' })));

  it('gives nothing when there is nothing', () => {
    expect(find('')).toBeUndefined();
    expect(find('Content-Type: multipart/mixed\n\n--\navis.xml')).toBeUndefined();
  });
});
