/**
 * Signatures of messages (X002): RSA-SHA256 over everything marked `authenticate`, in inclusive canonical XML 1.0, ours
 * made and the bank's checked.
 */
import { createHash, sign, verify } from 'node:crypto';
import type { XmlDocument } from 'libxml2-wasm';
import { type XmlElement, xml } from '../../../../edi/xml.ts';
import { SHA256, XMLDSIG } from './protocol.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const MARKED = "//*[@authenticate='true']";
const NAMESPACES = { ds: XMLDSIG };

/** Stands in a message until it is signed: digest and signature are still empty. */
export const authSignature = (): XmlElement => {
  const transforms = xml('ds:Transforms', [xml('ds:Transform', [], { Algorithm: C14N })]);
  const digest = [transforms, xml('ds:DigestMethod', [], { Algorithm: SHA256 }), xml('ds:DigestValue')];
  const signedInfo = [
    xml('ds:CanonicalizationMethod', [], { Algorithm: C14N }),
    xml('ds:SignatureMethod', [], { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
    xml('ds:Reference', digest, { URI: "#xpointer(//*[@authenticate='true'])" }),
  ];
  return xml('AuthSignature', [xml('ds:SignedInfo', signedInfo), xml('ds:SignatureValue')]);
};

/** A message of ours with digest and signature filled in. */
export async function signed(text: string, ourKey: string): Promise<string> {
  const digest = await withDocument(text, digestOf);
  const digested = text.replace('<ds:DigestValue/>', `<ds:DigestValue>${digest}</ds:DigestValue>`);
  const info = await withDocument(digested, (document) => canonical(document, '//ds:SignedInfo').join(''));
  const value = sign('RSA-SHA256', Buffer.from(info), ourKey).toString('base64');
  return digested.replace('<ds:SignatureValue/>', `<ds:SignatureValue>${value}</ds:SignatureValue>`);
}

/**
 * Whether everything marked `authenticate` in the message is what this key signed. A second digest or signature anywhere
 * would leave open which one counts. Throws on what is no XML.
 */
export const isSignedBy = (text: string, bankKey: string): Promise<boolean> =>
  withDocument(text, (document) => {
    const only = (name: string): string | undefined => {
      const found = document.find(`//ds:${name}`, NAMESPACES);
      return found.length === 1 ? found[0]?.content : undefined;
    };
    const [stated, value] = [only('DigestValue'), only('SignatureValue')];
    const [info, another] = canonical(document, '//ds:SignedInfo');
    if (info === undefined || another !== undefined || stated === undefined || value === undefined) return false;
    const isDigest = stated.trim() === digestOf(document);
    return isDigest && verify('RSA-SHA256', Buffer.from(info), bankKey, Buffer.from(value, 'base64'));
  });

const canonical = (document: XmlDocument, path: string): string[] =>
  document.find(path, NAMESPACES).map((node) => node.canonicalizeToString());

const digestOf = (document: XmlDocument): string =>
  createHash('sha256').update(canonical(document, MARKED).join('')).digest('base64');

async function withDocument<T>(text: string, work: (document: XmlDocument) => T): Promise<T> {
  const { ParseOption, XmlDocument } = await import('libxml2-wasm');
  const option = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
  const document = XmlDocument.fromString(text, { option });
  try {
    return work(document);
  } finally {
    document.dispose();
  }
}
