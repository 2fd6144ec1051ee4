/** Notices as the portal gives them: an e-mail with a part `avis.xml`, gzip or not, in base64. */
import { gzipSync } from 'node:zlib';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { NoticeGroup, NoticeKind } from '../../edi/notice.ts';
import { writeXml, type XmlElement, xml } from '../../edi/xml.ts';
import { readInstant } from '../../kernel/paris-time.ts';
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

/** The same bytes each time: what a mail makes up by itself is given. */
async function noticeMail(notice: NoticeMail): Promise<Buffer> {
  const { kind, numeroAds, date, subject } = notice;
  const mail = new MailComposer({
    from: 'notices@portail.example',
    to: 'cabinet@example.test',
    subject,
    date: new Date(readInstant(date) ?? date),
    messageId: `<${kind}.${numeroAds}@portail.example>`,
    baseBoundary: 'taxops-simulator-part',
    text: `${kind.toUpperCase()} ${numeroAds}`,
    attachments: [{ filename: 'avis.xml', contentType: 'application/xml', content: noticeXml(notice) }],
  });
  return mail.compile().build();
}

export const packedNotice = async (notice: NoticeMail, packing: 'gzip' | 'none'): Promise<string> => {
  const mail = await noticeMail(notice);
  return Buffer.from(packing === 'gzip' ? gzipSync(mail) : mail).toString('base64');
};

/** A gzip that breaks half-way. */
export async function damagedNotice(notice: NoticeMail): Promise<string> {
  const packed = gzipSync(await noticeMail(notice));
  return packed.fill(0xff, 20, Math.floor(packed.length / 2)).toString('base64');
}
