/**
 * A bank of EBICS 2.5 (H004) behind a real HTTP server: it checks every signature of its client, encrypts what it
 * gives, cuts it into segments, keeps it until it is acknowledged, and can fail in the ways that banks and networks do.
 * It shares no code of messages with the program: canonical XML is made here by sorting the attributes of a text.
 */
import {
  constants,
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { selfSigned } from '../../src/services/banking/feeds/sources/ebics/certificate.ts';
import type { OurKey } from '../../src/services/banking/feeds/sources/ebics/keys.ts';
import { find, readXml, type XmlElement } from '../../src/services/edi/xml.ts';

const H004 = 'urn:org:ebics:H004';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

export interface BankFaults {
  /** Receipts whose connection breaks before the bank took them, and after. */
  receiptsLost?: number;
  receiptAnswersLost?: number;
  /** The connection breaks when this segment is asked for. */
  cutAtSegment?: number | undefined;
  /** Answers come from somebody else. */
  forged?: boolean;
  /** The header is left out of what is signed. */
  unmarked?: boolean;
  /** The digest of what is sent stands beside a signature of something else. */
  decoy?: boolean;
  /** Changed after the signature. */
  altered?: ((answer: string) => string) | undefined;
  /** Sent instead of any answer. */
  instead?: string | undefined;
  refuse?: string | undefined;
}

export interface EbicsBank {
  readonly url: string;
  readonly faults: BankFaults;
  /** As on the bank's paper. */
  readonly hashes: Readonly<Record<'X002' | 'E002', string>>;
  /** Hashes of the keys that came by INI and HIA, as on the client's letters. */
  readonly received: Map<string, string>;
  /** Orders as they came, and complaints about signatures. */
  readonly log: string[];
  segmentCharacters: number;
  /** The signed letters arrived. */
  acceptLetters(): void;
  give(bytes: Uint8Array): void;
  waiting(): number;
  /** No faults, nothing waiting, nothing written down. */
  reset(): void;
  close(): Promise<void>;
}

interface Download {
  readonly segments: readonly string[];
  readonly count: number;
}

/** `onlyCertificates`: keys travel in certificates, both ways. */
export async function startEbicsBank({ onlyCertificates = false } = {}): Promise<EbicsBank> {
  const clients = new Map<string, KeyObject>();
  const downloads = new Map<string, Download>();
  const inbox: Uint8Array[] = [];
  let accepted = false;
  const bank: EbicsBank = {
    url: '',
    faults: {},
    received: new Map(),
    log: [],
    segmentCharacters: 1024 * 1024,
    hashes: { X002: hashOf(authentication), E002: hashOf(encryption) },
    acceptLetters: () => {
      accepted = true;
    },
    give: (bytes) => void inbox.push(bytes),
    waiting: () => inbox.length,
    reset: () => {
      for (const fault of Object.keys(bank.faults)) delete bank.faults[fault as keyof BankFaults];
      inbox.length = bank.log.length = 0;
      bank.segmentCharacters = 1024 * 1024;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      bank.log.push(`bug: ${error}`);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const said = await reply(text);
    if (said === undefined) return void response.destroy();
    const { altered, instead } = bank.faults;
    response.setHeader('content-type', 'text/xml');
    response.end(instead ?? altered?.(said) ?? said);
  }

  async function reply(text: string): Promise<string | undefined> {
    const root = await readXml(text);
    const order = find(root, 'OrderType')?.text ?? find(root, 'TransactionPhase')?.text ?? '';
    bank.log.push(order);
    if (root.name === 'ebicsUnsecuredRequest') return takeKeys(order, root);
    const key = clients.get('X002');
    if (key && isSigned(text, key)) return answerTo(order, root);
    bank.log.push('bad signature');
    return respond({ code: '061001' });
  }

  async function answerTo(order: string, root: XmlElement): Promise<string | undefined> {
    const text = (name: string) => find(root, name)?.text ?? '';
    if (order === 'HPB') return giveKeys();
    if (order === 'FDL') return begin(root);
    const id = text('TransactionID');
    const download = downloads.get(id);
    if (!download) return respond({ code: '091101' });
    return order === 'Transfer'
      ? transfer(id, download, Number(text('SegmentNumber')))
      : receipt(id, download, text('ReceiptCode'));
  }

  async function takeKeys(order: string, root: XmlElement): Promise<string> {
    const packed = Buffer.from(find(root, 'OrderData')?.text ?? '', 'base64');
    const data = await readXml(inflateSync(packed).toString('utf8'));
    if (bank.faults.refuse) return keyManagement({ code: bank.faults.refuse });
    for (const [name, place] of KEYS_OF[order] ?? []) {
      const fault = takeKey(name, find(data, place));
      if (fault) return keyManagement({ code: fault });
    }
    return keyManagement({ code: '000000' });
  }

  /** The code of what is wrong with it. */
  function takeKey(name: string, info: XmlElement | undefined): string | undefined {
    if (clients.has(name)) return '091002';
    const key = keyIn(info);
    const certificate = info && find(info, 'X509Certificate')?.text;
    if (onlyCertificates && !certificate) return '091217';
    if (certificate && !isSound(certificate, key)) return '091219';
    clients.set(name, key);
    bank.received.set(name, certificate ? hexHash(Buffer.from(certificate, 'base64')) : hashOf(key));
    return undefined;
  }

  async function giveKeys(): Promise<string> {
    if (!accepted) return keyManagement({ code: '091002' });
    const value = async (key: KeyObject, kind: string, version: OurKey) => {
      const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
      const numbers = `<ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent>`;
      const der = onlyCertificates
        ? (await selfSigned(key, 'BANK', version, '2026-01-01T00:00:00.000Z')).toString('base64')
        : '';
      const certificate = der && `<ds:X509Data><ds:X509Certificate>\n${der}\n</ds:X509Certificate></ds:X509Data>`;
      return `<${kind}PubKeyInfo>${certificate}<PubKeyValue><ds:RSAKeyValue>${numbers}</ds:RSAKeyValue></PubKeyValue><${kind}Version>${version}</${kind}Version></${kind}PubKeyInfo>`;
    };
    const keys = [
      await value(authentication, 'Authentication', 'X002'),
      await value(encryption, 'Encryption', 'E002'),
    ].join('');
    const xml = `<HPBResponseOrderData xmlns="${H004}" xmlns:ds="${DSIG}">${keys}<HostID>BANK</HostID></HPBResponseOrderData>`;
    return keyManagement({ code: '000000', ...locked(Buffer.from(xml)) });
  }

  function begin(root: XmlElement): string {
    const digests = ['Authentication', 'Encryption'].map((name) => find(root, name)?.text);
    const own = [authentication, encryption].map((key) => Buffer.from(hashOf(key), 'hex').toString('base64'));
    if (digests.join() !== own.join()) return respond({ code: '091008' });
    if (bank.faults.refuse) return respond({ code: bank.faults.refuse });
    const period = find(root, 'DateRange')?.children.map(({ text }) => text);
    if (period) bank.log.push(period.join('/'));
    if (inbox.length === 0) return respond({ code: '000000', business: '090005' });
    const { data, key } = locked(Buffer.concat(inbox));
    const size = bank.segmentCharacters;
    const segments = Array.from({ length: Math.ceil(data.length / size) }, (_, at) =>
      data.slice(at * size, (at + 1) * size),
    );
    const id = randomBytes(16).toString('hex').toUpperCase();
    downloads.set(id, { segments, count: inbox.length });
    return respond({ code: '000000', id, total: segments.length, segment: 1, key, data: segments[0] ?? '' });
  }

  function transfer(id: string, { segments }: Download, segment: number): string | undefined {
    if (bank.faults.cutAtSegment === segment) return undefined;
    const data = segments[segment - 1];
    return data === undefined ? respond({ code: '091104' }) : respond({ code: '000000', id, segment, data });
  }

  function receipt(id: string, { count }: Download, code: string): string | undefined {
    const { faults } = bank;
    if (faults.receiptsLost) {
      faults.receiptsLost -= 1;
      return undefined;
    }
    downloads.delete(id);
    if (code === '0') inbox.splice(0, count);
    if (faults.receiptAnswersLost) {
      faults.receiptAnswersLost -= 1;
      return undefined;
    }
    return respond({ code: code === '0' ? '011000' : '011001', id });
  }

  function locked(plain: Uint8Array): { data: string; key: string } {
    const transactionKey = randomBytes(16);
    const packed = deflateSync(plain);
    const padding = Buffer.alloc(16 - (packed.length % 16));
    padding[padding.length - 1] = padding.length;
    const cipher = createCipheriv('aes-128-cbc', transactionKey, Buffer.alloc(16)).setAutoPadding(false);
    const data = Buffer.concat([cipher.update(Buffer.concat([packed, padding])), cipher.final()]).toString('base64');
    const key = { key: clients.get('E002') as KeyObject, padding: constants.RSA_PKCS1_PADDING };
    return { data, key: publicEncrypt(key, transactionKey).toString('base64') };
  }

  const respond = (part: Part): string => {
    const { forged } = bank.faults;
    return signedResponse(part, forged ? stranger : authentication, bank.faults);
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(bank, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ebics` });
}

/** The keys that an order brings, and where they are in it. */
const KEYS_OF: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  INI: [['A006', 'SignaturePubKeyInfo']],
  HIA: [
    ['X002', 'AuthenticationPubKeyInfo'],
    ['E002', 'EncryptionPubKeyInfo'],
  ],
};

interface Part {
  readonly code: string;
  readonly business?: string;
  readonly id?: string;
  readonly total?: number;
  readonly segment?: number;
  readonly key?: string;
  readonly data?: string;
}

const ROOT = `xmlns="${H004}" xmlns:ds="${DSIG}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
const IN_SCOPE = `xmlns="${H004}" xmlns:ds="${DSIG}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;

function parts({ code, business, id, total, segment, key, data }: Part) {
  const fixed = [id && `<TransactionID>${id}</TransactionID>`, total && `<NumSegments>${total}</NumSegments>`];
  const number = segment && `<SegmentNumber lastSegment="${segment === total}">${segment}</SegmentNumber>`;
  const mutable = `<TransactionPhase>Initialisation</TransactionPhase>${number ?? ''}<ReturnCode>${code}</ReturnCode><ReportText>[${code}] &amp; text</ReportText>`;
  const header = `<header authenticate="true"><static>${fixed.filter(Boolean).join('')}</static><mutable>${mutable}</mutable></header>`;
  const info = key
    ? `<DataEncryptionInfo authenticate="true"><EncryptionPubKeyDigest Algorithm="http://www.w3.org/2001/04/xmlenc#sha256" Version="E002">AAAA</EncryptionPubKeyDigest><TransactionKey>${key}</TransactionKey></DataEncryptionInfo>`
    : '';
  const returned = `<ReturnCode authenticate="true">${business ?? '000000'}</ReturnCode>`;
  const transfer = data === undefined ? '' : `<DataTransfer>${info}<OrderData>${data}</OrderData></DataTransfer>`;
  return { header, info, returned, body: `<body>${transfer}${returned}</body>` };
}

const keyManagement = (part: Part): string => {
  const { header, body } = parts(part);
  return `<?xml version="1.0" encoding="UTF-8"?><ebicsKeyManagementResponse ${ROOT} Version="H004" Revision="1">${header}${body}</ebicsKeyManagementResponse>`;
};

/** Canonical as the outermost element of what is signed. */
const outermost = (element: string): string => element.replace(/^<([\w:]+)/, `<$1 ${IN_SCOPE}`);

function signedResponse(part: Part, key: KeyObject, { unmarked, decoy }: BankFaults): string {
  const { header: whole, info, returned, body } = parts(part);
  const header = unmarked ? whole.replace(' authenticate="true"', '') : whole;
  const marked = [unmarked ? '' : header, info, returned].filter(Boolean).map(outermost).join('');
  const sent = createHash('sha256').update(marked).digest('base64');
  const digest = decoy ? createHash('sha256').update('another').digest('base64') : sent;
  const extra = decoy ? `<Extra><ds:DigestValue>${sent}</ds:DigestValue></Extra>` : '';
  const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
  const signedInfo = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#xpointer(//*[@authenticate='true'])"><ds:Transforms><ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = sign('RSA-SHA256', Buffer.from(outermost(signedInfo)), key).toString('base64');
  // Sent as other programs write it: empty elements closed at once.
  const loose = signedInfo.replace(/><\/ds:\w+Method>|><\/ds:Transform>/g, '/>');
  const signature = `<AuthSignature>${loose}<ds:SignatureValue>${value}</ds:SignatureValue></AuthSignature>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ebicsResponse ${ROOT} Version="H004" Revision="1">${header}${extra}${signature}${body}</ebicsResponse>\n`;
}

/** Whether a request is signed with the key: canonical forms are made from its text. */
function isSigned(text: string, key: KeyObject): boolean {
  const canonical = (element: string) => {
    const sorted = element
      .replace(/<([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*\/>/g, '<$1$2></$1>')
      .replace(/<([\w:]+)((?:\s+[\w:]+="[^"]*")+)>/g, (_, name, attributes: string) => {
        const list = attributes.trim().match(/[\w:]+="[^"]*"/g) ?? [];
        return `<${name} ${list.sort().join(' ')}>`;
      });
    return sorted.replace(/^<([\w:]+)/, `<$1 xmlns="${H004}" xmlns:ds="${DSIG}"`);
  };
  const marked = text.match(/<(header|TransferReceipt)\s[^>]*authenticate="true"[^>]*>.*?<\/\1>/gs) ?? [];
  const digest = createHash('sha256').update(marked.map(canonical).join('')).digest('base64');
  const signedInfo = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(text)?.[0] ?? '';
  const value = /<ds:SignatureValue>([^<]*)</.exec(text)?.[1] ?? '';
  const stated = /<ds:DigestValue>([^<]*)</.exec(text)?.[1];
  return (
    stated === digest && verify('RSA-SHA256', Buffer.from(canonical(signedInfo)), key, Buffer.from(value, 'base64'))
  );
}

/** Every bank has the same keys, made once for all: they take a while to make. */
const [authentication, encryption, stranger] = readFileSync(resolve(import.meta.dirname, 'ebics-bank.pem'), 'utf8')
  .split(/(?<=-----END PRIVATE KEY-----\n)/)
  .map((pem) => createPrivateKey(pem)) as [KeyObject, KeyObject, KeyObject];

const base64 = (url: string): string => Buffer.from(url, 'base64url').toString('base64');
const hexHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').toUpperCase();

function hashOf(key: KeyObject): string {
  const { n = '', e = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const hex = (url: string) => Buffer.from(url, 'base64url').toString('hex').replace(/^0+/, '');
  return hexHash(Buffer.from(`${hex(e)} ${hex(n)}`));
}

function keyIn(info: XmlElement | undefined): KeyObject {
  const url = (name: string) => Buffer.from((info && find(info, name)?.text) ?? '', 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'RSA', n: url('Modulus'), e: url('Exponent') }, format: 'jwk' });
}

/** About the key beside it, and signed by it. */
function isSound(certificate: string, key: KeyObject): boolean {
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'));
  return x509.publicKey.equals(key) && x509.verify(key) && x509.subject === x509.issuer;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
