/**
 * A bank of EBICS 2.5 (H004) or 3.0 (H005) behind a real HTTP server: it holds every message, its own too, against the
 * schemas, checks every signature of its client, encrypts what it gives, cuts it into segments, keeps it until it is
 * acknowledged, and can fail in the ways that banks and networks do. It shares no code of messages with the program:
 * canonical XML is made here by sorting the attributes of a text.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
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
import { schemaFaults } from './ebics-schemas.ts';

export type BankVersion = 'H004' | 'H005';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

export interface BankFaults {
  /** Receipts whose connection breaks before the bank took them, and after. */
  receiptsLost?: number;
  receiptAnswersLost?: number;
  /** The connection breaks when this segment is asked for. */
  cutAtSegment?: number | undefined;
  /** Answers come from another sender. */
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
  /** Goes on with digests of numbers in H005. */
  numberDigests?: boolean;
  /** The connection breaks after the bank took new keys. */
  renewalAnswersLost?: number;
}

export interface EbicsBank {
  readonly url: string;
  readonly faults: BankFaults;
  /** As on the bank's paper. */
  readonly hashes: Readonly<Record<'X002' | 'E002', string>>;
  /** Hashes of the keys that came by INI and HIA, as on the client's letters. */
  readonly received: Map<string, string>;
  /** Services that were asked for in H005, part by part. */
  readonly services: string[];
  readonly isSuspended: () => boolean;
  /** Orders as they came, and complaints about signatures and schemas. */
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

export interface BankOptions {
  readonly version?: BankVersion;
  /** Keys travel in certificates, both ways; in H005 they do anyway. */
  readonly onlyCertificates?: boolean;
}

export async function startEbicsBank(options: BankOptions = {}): Promise<EbicsBank> {
  const { version = 'H004', onlyCertificates = version === 'H005' } = options;
  const certificates = await bankCertificates();
  const clients = new Map<string, KeyObject>();
  const downloads = new Map<string, Download>();
  const inbox: Uint8Array[] = [];
  const uploads = new Map<string, Upload>();
  let accepted = false;
  let suspended = false;
  const bank: EbicsBank = {
    url: '',
    faults: {},
    received: new Map(),
    log: [],
    services: [],
    isSuspended: () => suspended,
    segmentCharacters: 1024 * 1024,
    hashes:
      version === 'H005'
        ? { X002: hexHash(certificates.X002), E002: hexHash(certificates.E002) }
        : { X002: hashOf(authentication), E002: hashOf(encryption) },
    acceptLetters: () => {
      accepted = true;
    },
    give: (bytes) => void inbox.push(bytes),
    waiting: () => inbox.length,
    reset: () => {
      for (const fault of Object.keys(bank.faults)) delete bank.faults[fault as keyof BankFaults];
      inbox.length = bank.log.length = bank.services.length = 0;
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
    const { altered, instead, unmarked, decoy } = bank.faults;
    if (!unmarked && !decoy) complain('own', said);
    response.setHeader('content-type', 'text/xml');
    response.end(instead ?? altered?.(said) ?? said);
  }

  /** Whether a message, or the data of an order, breaks the schema. */
  function complain(whose: string, text: string): boolean {
    const faults = schemaFaults(text);
    bank.log.push(...faults.map((fault) => `${whose}: ${fault}`));
    return faults.length > 0;
  }

  async function reply(text: string): Promise<string | undefined> {
    const root = await readXml(text);
    const kind = version === 'H005' ? 'AdminOrderType' : 'OrderType';
    const order = find(root, kind)?.text ?? find(root, 'TransactionPhase')?.text ?? root.name;
    bank.log.push(order);
    if (complain('theirs', text)) return keyManagement({ code: '091010' });
    if (order === 'ebicsHEVRequest') return versions(find(root, 'HostID')?.text ?? '');
    if (root.attributes.Version !== version) return keyManagement({ code: '061002' });
    if (root.name === 'ebicsUnsecuredRequest') return takeKeys(order, root);
    const key = clients.get('X002');
    if (key && isSigned(text, key)) return answerTo(order, root);
    bank.log.push('bad signature');
    return respond({ code: '061001' });
  }

  async function answerTo(order: string, root: XmlElement): Promise<string | undefined> {
    const text = (name: string) => find(root, name)?.text ?? '';
    if (order === 'HPB') return giveKeys();
    if (suspended) return respond({ code: '091002' });
    if (DOWNLOADS.has(order)) return begin(root);
    if (UPLOADS.has(order)) return beginUpload(order, root);
    return goOn(order, root, text);
  }

  async function goOn(order: string, root: XmlElement, text: (name: string) => string): Promise<string | undefined> {
    const id = text('TransactionID');
    const upload = uploads.get(id);
    if (upload) return takeUpload(id, upload, root);
    const download = downloads.get(id);
    if (!download) return respond({ code: '091101' });
    return order === 'Transfer'
      ? transfer(id, download, Number(text('SegmentNumber')))
      : receipt(id, download, text('ReceiptCode'));
  }

  async function takeKeys(order: string, root: XmlElement): Promise<string> {
    const packed = Buffer.from(find(root, 'OrderData')?.text ?? '', 'base64');
    const plain = inflateSync(packed).toString('utf8');
    if (complain('theirs', plain)) return keyManagement({ code: '000000', business: '090004' });
    const data = await readXml(plain);
    if (bank.faults.refuse) return keyManagement({ code: bank.faults.refuse });
    for (const [name, place] of KEYS_OF[order] ?? []) {
      const fault = takeKey(name, find(data, place));
      if (fault) return keyManagement({ code: fault });
    }
    return keyManagement({ code: '000000' });
  }

  /** The code of what is wrong with it. */
  function takeKey(name: string, info: XmlElement | undefined, isNew = true): string | undefined {
    if (isNew && clients.has(name) && !suspended) return '091002';
    const certificate = info && find(info, 'X509Certificate')?.text;
    const key = version === 'H005' && certificate ? publicKeyOf(certificate) : keyIn(info);
    if (onlyCertificates && !certificate) return '091217';
    if (certificate && !isSound(certificate, key)) return '091219';
    clients.set(name, key);
    bank.received.set(name, certificate ? hexHash(Buffer.from(certificate, 'base64')) : hashOf(key));
    return undefined;
  }

  async function giveKeys(): Promise<string> {
    if (!accepted) return keyManagement({ code: '091002' });
    const value = (key: KeyObject, kind: string, name: 'X002' | 'E002') => {
      const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
      const numbers = `<ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent>`;
      const der = onlyCertificates ? certificates[name].toString('base64') : '';
      const certificate = der && `<ds:X509Data><ds:X509Certificate>\n${der}\n</ds:X509Certificate></ds:X509Data>`;
      const numeric = `<PubKeyValue><ds:RSAKeyValue>${numbers}</ds:RSAKeyValue></PubKeyValue>`;
      return `<${kind}PubKeyInfo>${certificate}${version === 'H004' ? numeric : ''}<${kind}Version>${name}</${kind}Version></${kind}PubKeyInfo>`;
    };
    const keys = value(authentication, 'Authentication', 'X002') + value(encryption, 'Encryption', 'E002');
    const names = `xmlns="${NAMES[version]}" xmlns:ds="${DSIG}"`;
    const xml = `<HPBResponseOrderData ${names}>${keys}<HostID>BANK</HostID></HPBResponseOrderData>`;
    complain('own', xml);
    return keyManagement({ code: '000000', ...locked(Buffer.from(xml)) });
  }

  function versions(host: string): string {
    const known = host === 'BANK';
    const list = known
      ? '<VersionNumber ProtocolVersion="H004">02.50</VersionNumber><VersionNumber ProtocolVersion="H005">03.00</VersionNumber>'
      : '';
    const code = known ? ['000000', '[EBICS_OK] OK'] : ['091011', '[EBICS_INVALID_HOST_ID]'];
    return `<?xml version="1.0" encoding="UTF-8"?><ebicsHEVResponse xmlns="http://www.ebics.org/H000"><SystemReturnCode><ReturnCode>${code[0]}</ReturnCode><ReportText>${code[1]}</ReportText></SystemReturnCode>${list}</ebicsHEVResponse>`;
  }

  const ownDigests = (): string[] => {
    if (version === 'H005' && !bank.faults.numberDigests) {
      return [certificates.X002, certificates.E002].map((der) => createHash('sha256').update(der).digest('base64'));
    }
    return [authentication, encryption].map((key) => Buffer.from(hashOf(key), 'hex').toString('base64'));
  };
  const knowsUs = (root: XmlElement): boolean =>
    ['Authentication', 'Encryption'].map((name) => find(root, name)?.text).join() === ownDigests().join();

  /** Opens what was encrypted for us, and holds the signature of the order against the key we know. */
  function beginUpload(order: string, root: XmlElement): string {
    if (!knowsUs(root)) return respond({ code: '091008' });
    if (bank.faults.refuse) return respond({ code: '000000', business: bank.faults.refuse });
    const bytes = (name: string) => Buffer.from(find(root, name)?.text ?? '', 'base64');
    const key = privateDecrypt(
      { key: encryption, padding: constants.RSA_NO_PADDING },
      bytes('TransactionKey'),
    ).subarray(-16);
    const signature = unlocked(key, bytes('SignatureData'));
    if (complain('theirs', signature.toString('utf8'))) return respond({ code: '000000', business: '091111' });
    const upload: Upload = { order, key, signature, digest: find(root, 'DataDigest')?.text };
    if (order === 'HCS') {
      const id = newId();
      uploads.set(id, upload);
      return respond({ code: '000000', id });
    }
    if (find(root, 'NumSegments')?.text !== '0' || !isOurs(upload, Buffer.from(' '))) {
      return respond({ code: '000000', business: '091301' });
    }
    suspended = true;
    return respond({ code: '000000' });
  }

  function isOurs({ signature, digest }: Upload, data: Buffer): boolean {
    const text = signature.toString('utf8');
    const value = Buffer.from(/<SignatureValue>([^<]*)/.exec(text)?.[1] ?? '', 'base64');
    const isPss = /<SignatureVersion>A006/.test(text);
    const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
    const stated = version === 'H004' || digest === createHash('sha256').update(data).digest('base64');
    return stated && verify('RSA-SHA256', data, { key: clients.get('A006') as KeyObject, ...padding }, value);
  }

  async function takeUpload(id: string, upload: Upload, root: XmlElement): Promise<string | undefined> {
    uploads.delete(id);
    const data = unlocked(upload.key, Buffer.from(find(root, 'OrderData')?.text ?? '', 'base64'));
    const text = data.toString('utf8');
    if (complain('theirs', text)) return respond({ code: '000000', business: '090004', phase: 'Transfer' });
    if (!isOurs(upload, data)) return respond({ code: '000000', business: '091301', phase: 'Transfer' });
    const order = await readXml(text);
    for (const [name, place] of KEYS_OF.HCS ?? []) {
      const fault = takeKey(name, find(order, place), false);
      if (fault) return respond({ code: '000000', business: fault, phase: 'Transfer' });
    }
    if (bank.faults.renewalAnswersLost) {
      bank.faults.renewalAnswersLost -= 1;
      return undefined;
    }
    return respond({ code: '000000', id, phase: 'Transfer' });
  }

  function begin(root: XmlElement): string {
    if (!knowsUs(root)) return respond({ code: '091008' });
    if (bank.faults.refuse) return respond({ code: bank.faults.refuse });
    const service = find(root, 'Service');
    if (service) bank.services.push(partsOf(service));
    const period = find(root, 'DateRange')?.children.map(({ text }) => text);
    if (period) bank.log.push(period.join('/'));
    if (inbox.length === 0) return respond({ code: '000000', business: '090005' });
    const { data, key } = locked(Buffer.concat(inbox));
    const size = bank.segmentCharacters;
    const segments = Array.from({ length: Math.ceil(data.length / size) }, (_, at) =>
      data.slice(at * size, (at + 1) * size),
    );
    const id = newId();
    downloads.set(id, { segments, count: inbox.length });
    return respond({ code: '000000', id, total: segments.length, segment: 1, key, data: segments[0] ?? '' });
  }

  function transfer(id: string, { segments }: Download, segment: number): string | undefined {
    if (bank.faults.cutAtSegment === segment) return undefined;
    const data = segments[segment - 1];
    return data === undefined
      ? respond({ code: '091104' })
      : respond({ code: '000000', id, segment, data, phase: 'Transfer' });
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
    return respond({ code: code === '0' ? '011000' : '011001', id, phase: 'Receipt' });
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
    return signedResponse(version, part, { ...bank.faults, key: forged ? stranger : authentication });
  };
  const keyManagement = (part: Part): string => keyManagementResponse(version, part);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(bank, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ebics` });
}

const DOWNLOADS: ReadonlySet<string> = new Set(['FDL', 'BTD']);
const UPLOADS: ReadonlySet<string> = new Set(['HCS', 'SPR']);

interface Upload {
  readonly order: string;
  readonly key: Buffer;
  readonly signature: Buffer;
  readonly digest: string | undefined;
}

const newId = (): string => randomBytes(16).toString('hex').toUpperCase();

function unlocked(key: Buffer, data: Buffer): Buffer {
  const plain = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  const packed = Buffer.concat([plain.update(data), plain.final()]);
  return inflateSync(packed.subarray(0, packed.length - (packed.at(-1) ?? 0)));
}

/** `EOP FR cfonb120 version=01` */
const partsOf = (service: XmlElement): string =>
  service.children
    .flatMap(({ text, attributes }) => [text, ...Object.entries(attributes).map(([name, value]) => `${name}=${value}`)])
    .filter(Boolean)
    .join(' ');

/** The keys that an order brings, and where they are in it. */
const KEYS_OF: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  INI: [['A006', 'SignaturePubKeyInfo']],
  HIA: [
    ['X002', 'AuthenticationPubKeyInfo'],
    ['E002', 'EncryptionPubKeyInfo'],
  ],
  HCS: [
    ['A006', 'SignaturePubKeyInfo'],
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
  readonly phase?: string;
}

const NAMES: Readonly<Record<BankVersion, string>> = { H004: 'urn:org:ebics:H004', H005: 'urn:org:ebics:H005' };
const inScope = (version: BankVersion): string =>
  `xmlns="${NAMES[version]}" xmlns:ds="${DSIG}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
const textOfCode = (code: string): string =>
  `<ReturnCode>${code}</ReturnCode><ReportText>[${code}] &amp; text</ReportText>`;
/** Any digest: nobody compares it. */
const SOME_DIGEST = Buffer.alloc(32, 7).toString('base64');

function parts({ code, business, id, total, segment, key, data, phase = 'Initialisation' }: Part) {
  const fixed = [id && `<TransactionID>${id}</TransactionID>`, total && `<NumSegments>${total}</NumSegments>`];
  const number = segment && `<SegmentNumber lastSegment="${segment === total}">${segment}</SegmentNumber>`;
  const mutable = `<TransactionPhase>${phase}</TransactionPhase>${number ?? ''}${textOfCode(code)}`;
  const header = `<header authenticate="true"><static>${fixed.filter(Boolean).join('')}</static><mutable>${mutable}</mutable></header>`;
  const info = key
    ? `<DataEncryptionInfo authenticate="true"><EncryptionPubKeyDigest Algorithm="http://www.w3.org/2001/04/xmlenc#sha256" Version="E002">${SOME_DIGEST}</EncryptionPubKeyDigest><TransactionKey>${key}</TransactionKey></DataEncryptionInfo>`
    : '';
  const returned = `<ReturnCode authenticate="true">${business ?? '000000'}</ReturnCode>`;
  const transfer = data === undefined ? '' : `<DataTransfer>${info}<OrderData>${data}</OrderData></DataTransfer>`;
  return { header, info, returned, body: `<body>${transfer}${returned}</body>` };
}

function keyManagementResponse(version: BankVersion, part: Part): string {
  const header = `<header authenticate="true"><static/><mutable>${textOfCode(part.code)}</mutable></header>`;
  return `<?xml version="1.0" encoding="UTF-8"?><ebicsKeyManagementResponse ${inScope(version)} Version="${version}" Revision="1">${header}${parts(part).body}</ebicsKeyManagementResponse>`;
}

/** Canonical as the outermost element of what is signed. */
const outermost = (version: BankVersion, element: string): string =>
  element.replace(/^<([\w:]+)/, `<$1 ${inScope(version)}`);

interface Signing extends BankFaults {
  readonly key: KeyObject;
}

function signedResponse(version: BankVersion, part: Part, { key, unmarked, decoy }: Signing): string {
  const { header: whole, info, returned, body } = parts(part);
  const header = unmarked ? whole.replace(' authenticate="true"', '') : whole;
  const marked = [unmarked ? '' : header, info, returned]
    .filter(Boolean)
    .map((one) => outermost(version, one))
    .join('');
  const sent = createHash('sha256').update(marked).digest('base64');
  const digest = decoy ? createHash('sha256').update('another').digest('base64') : sent;
  const extra = decoy ? `<Extra><ds:DigestValue>${sent}</ds:DigestValue></Extra>` : '';
  const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
  const signedInfo = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#xpointer(//*[@authenticate='true'])"><ds:Transforms><ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = sign('RSA-SHA256', Buffer.from(outermost(version, signedInfo)), key).toString('base64');
  // Sent as other programs write it: empty elements closed at once.
  const loose = signedInfo.replace(/><\/ds:\w+Method>|><\/ds:Transform>/g, '/>');
  const signature = `<AuthSignature>${loose}<ds:SignatureValue>${value}</ds:SignatureValue></AuthSignature>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ebicsResponse ${inScope(version)} Version="${version}" Revision="1">${header}${extra}${signature}${body}</ebicsResponse>\n`;
}

/** Whether a request is signed with the key: canonical forms are made from its text. */
function isSigned(text: string, key: KeyObject): boolean {
  const canonical = (element: string) => {
    const sorted = element
      .replaceAll('&apos;', "'")
      .replace(/<([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*\/>/g, '<$1$2></$1>')
      .replace(/<([\w:]+)((?:\s+[\w:]+="[^"]*")+)>/g, (_, name, attributes: string) => {
        const list = attributes.trim().match(/[\w:]+="[^"]*"/g) ?? [];
        return `<${name} ${list.sort().join(' ')}>`;
      });
    const names = /xmlns="(urn:org:ebics:H00[45])"/.exec(text)?.[1];
    return sorted.replace(/^<([\w:]+)/, `<$1 xmlns="${names}" xmlns:ds="${DSIG}"`);
  };
  const marked =
    text.match(
      /<(header|TransferReceipt|DataEncryptionInfo|SignatureData)\s[^>]*authenticate="true"[^>]*>.*?<\/\1>/gs,
    ) ?? [];
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

const publicKeyOf = (certificate: string): KeyObject =>
  new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;

let made: Promise<Readonly<Record<'X002' | 'E002', Buffer>>> | undefined;

/** Of the bank's keys, made once. */
function bankCertificates(): Promise<Readonly<Record<'X002' | 'E002', Buffer>>> {
  const of = (key: KeyObject, name: OurKey) => selfSigned(key, 'BANK', name, '2026-01-01T00:00:00.000Z');
  made ??= Promise.all([of(authentication, 'X002'), of(encryption, 'E002')]).then(([X002, E002]) => ({ X002, E002 }));
  return made;
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
