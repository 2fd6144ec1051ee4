/** Notices as the portal gives them: an e-mail with a part `avis.xml`, gzip or not, in base64. */
import { gzipSync } from 'node:zlib';
import type { NoticeGroup, NoticeKind } from '../../edi/notice.ts';
import { writeXml, type XmlElement, xml } from '../../edi/xml.ts';
import type { Reason } from './script.ts';

export interface NoticeDeclaration {
  readonly siret: string;
  readonly name: string;
  readonly reference: string;
  readonly type: string;
  readonly recipient: string;
  readonly start: string;
  readonly end: string;
  readonly rof: string;
  readonly errors: readonly Reason[];
}

export interface NoticeMail {
  readonly kind: NoticeKind;
  readonly numeroAds: string;
  /** Paris time without offset. */
  readonly date: string;
  readonly verdict: NoticeGroup;
  readonly declarations: readonly NoticeDeclaration[];
  readonly subject: string;
}

const ROOTS: Readonly<Record<NoticeKind, readonly [root: string, date: string]>> = {
  Ads: ['avisDepotSigne', 'dateAds'],
  Acs: ['avisConformiteSigne', 'dateAcs'],
  Ars: ['avisReceptionSigne', 'dateArs'],
};

const GROUPS: Readonly<Record<NoticeGroup, string>> = {
  Accepted: 'declarationsAcceptees',
  AcceptedWithAnomalies: 'declarationsAccepteesAno',
  Rejected: 'declarationsRejetees',
  Waiting: 'declarationsEnAttente',
  Suspended: 'declarationsSuspendues',
  Unknown: 'declarationsAutres',
};

export function noticeXml({ kind, numeroAds, date, verdict, declarations }: NoticeMail): string {
  const [root, dateName] = ROOTS[kind];
  const head = [xml('numeroAds', numeroAds), xml(dateName, date), xml('nbDecl', String(declarations.length))];
  const groups = kind === 'Ads' ? [] : [xml(GROUPS[verdict], declarations.map(lineXml))];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(xml(root, [...head, ...groups]))}`;
}

function lineXml({ errors, ...line }: NoticeDeclaration): XmlElement {
  const { siret, name, reference, type, recipient, start, end, rof } = line;
  return xml('declaration', [
    ...[xml('siret', siret), xml('rs', name), xml('numeroInterne', reference), xml('typeDeclaration', type)],
    ...[xml('destinataire', recipient), xml('periodeDepotDeb', start), xml('periodeDepotFin', end), xml('rof', rof)],
    ...(errors.length > 0 ? [xml('erreurs', errors.map(errorXml))] : []),
  ]);
}

const errorXml = (reason: Reason): XmlElement =>
  xml(
    'erreur',
    (['formulaire', 'champ', 'champValeur', 'code', 'libelle'] as const).flatMap((name) => {
      const text = reason[name];
      return text === undefined ? [] : [xml(name, text)];
    }),
  );

const BOUNDARY = 'taxops-simulator-part';

export function noticeMail(notice: NoticeMail): Uint8Array {
  const attachment = Buffer.from(noticeXml(notice)).toString('base64').replace(/.{76}/g, '$&\r\n');
  const lines = [
    'From: notices@portail.example',
    'To: cabinet@example.test',
    `Subject: =?UTF-8?B?${Buffer.from(notice.subject).toString('base64')}?=`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `${notice.kind.toUpperCase()} ${notice.numeroAds}`,
    `--${BOUNDARY}`,
    'Content-Type: application/xml; name="avis.xml"',
    'Content-Disposition: attachment; filename="avis.xml"',
    'Content-Transfer-Encoding: base64',
    '',
    attachment,
    `--${BOUNDARY}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

export const packedNotice = (notice: NoticeMail, packing: 'gzip' | 'none'): string => {
  const mail = noticeMail(notice);
  return Buffer.from(packing === 'gzip' ? gzipSync(mail) : mail).toString('base64');
};

/** A gzip that breaks half-way. */
export function damagedNotice(notice: NoticeMail): string {
  const packed = gzipSync(noticeMail(notice));
  return packed.fill(0xff, 20, packed.length / 2).toString('base64');
}
