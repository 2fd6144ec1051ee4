/** SOAP 1.1 envelopes with a WS-Security UsernameToken, written and read. */
import { ediErrors } from './errors.ts';
import { child, childText, find, readXml, writeXml, type XmlElement, type XmlLimits, xml } from './xml.ts';

export const SOAP_CONTENT_TYPE = 'text/xml; charset=utf-8';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const PASSWORD_TEXT = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';

/** Sent in clear inside TLS, as the profile's PasswordText. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Envelope {
  readonly credentials?: Credentials;
  /** The one element of the body. */
  readonly body: XmlElement;
}

const SOAP_LIMITS: XmlLimits = { maxBytes: 40 * 1024 * 1024, maxDepth: 16, maxElements: 100_000 };

export function writeEnvelope({ credentials, body }: Envelope): string {
  const inside = [
    ...(credentials ? [xml('soap:Header', [securityHeader(credentials)])] : []),
    xml('soap:Body', [body]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(xml('soap:Envelope', inside, { 'xmlns:soap': SOAP }))}`;
}

const securityHeader = ({ username, password }: Credentials): XmlElement =>
  xml(
    'wsse:Security',
    [
      xml('wsse:UsernameToken', [
        xml('wsse:Username', username),
        xml('wsse:Password', password, { Type: PASSWORD_TEXT }),
      ]),
    ],
    { 'xmlns:wsse': SECURITY, 'soap:mustUnderstand': '1' },
  );

export const writeFault = (code: 'Client' | 'Server', text: string): string =>
  writeEnvelope({ body: xml('soap:Fault', [xml('faultcode', `soap:${code}`), xml('faultstring', text)]) });

/** Throws XmlRefused, ChannelAnswerUnreadable when it is no envelope, SoapFault when the body is a fault. */
export async function readEnvelope(source: Uint8Array | string): Promise<Envelope> {
  const tree = await readXml(source, SOAP_LIMITS);
  const [body, ...others] = child(tree, 'Body')?.children ?? [];
  if (tree.name !== 'Envelope' || !body || others.length > 0) {
    throw ediErrors.ChannelAnswerUnreadable({
      reason: { en: 'no SOAP envelope with one body', fr: 'ce n’est pas une enveloppe SOAP à un seul corps' },
    });
  }
  if (body.name === 'Fault') {
    const text = [childText(body, 'faultcode'), childText(body, 'faultstring')].filter((part) => part).join(' ');
    throw ediErrors.SoapFault({ text: text.slice(0, 300) });
  }
  const credentials = credentialsOf(tree);
  return { body, ...(credentials && { credentials }) };
}

function credentialsOf(tree: XmlElement): Credentials | undefined {
  const header = child(tree, 'Header');
  const token = header && find(header, 'UsernameToken');
  const [username, password] = [token && child(token, 'Username'), token && child(token, 'Password')];
  return username && password ? { username: username.text, password: password.text } : undefined;
}
