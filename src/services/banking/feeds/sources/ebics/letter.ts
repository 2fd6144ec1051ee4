/** The letters that make a bank trust the keys it was sent: one section per key, to be signed by hand. */
import { writePdf } from '../../../../documents/pdf.ts';
import type { Language } from '../../../../kernel/errors.ts';
import { FileResult } from '../../../../kernel/stream.ts';
import type { Context } from '../../../../operation/context.ts';
import { sourceErrors } from '../errors.ts';
import { type EbicsSettings, type SourceOf, versionOf } from '../source.ts';
import { hashes } from './enrolment.ts';
import { type KeyRing, numbersOf, OUR_KEYS, type OurKey } from './keys.ts';

const WORDS = {
  en: {
    title: 'EBICS initialisation letter (INI and HIA)',
    bank: 'Bank',
    host: 'Host',
    partner: 'Partner',
    user: 'User',
    date: 'Date',
    keys: { A006: 'Signature key', X002: 'Authentication key', E002: 'Encryption key' },
    exponent: 'Exponent',
    modulus: 'Modulus',
    keyHash: 'Hash of the key (SHA-256)',
    certificateHash: 'Hash of the certificate (SHA-256)',
    certificate: 'Certificate',
    confirm: 'I confirm these public keys. Place, date, name and signature:',
    page: 'Page',
    carried: 'Carried over',
  },
  fr: {
    title: 'Lettre d’initialisation EBICS (INI et HIA)',
    bank: 'Banque',
    host: 'Hôte',
    partner: 'Partenaire',
    user: 'Utilisateur',
    date: 'Date',
    keys: { A006: 'Clé de signature', X002: 'Clé d’authentification', E002: 'Clé de chiffrement' },
    exponent: 'Exposant',
    modulus: 'Module',
    keyHash: 'Empreinte de la clé (SHA-256)',
    certificateHash: 'Empreinte du certificat (SHA-256)',
    certificate: 'Certificat',
    confirm: 'Je confirme ces clés publiques. Lieu, date, nom et signature :',
    page: 'Page',
    carried: 'Report',
  },
} as const satisfies Record<Language, unknown>;

/** Throws SourceIncomplete before there are keys. */
export function letterOf(ctx: Context, { name, settings, secrets }: SourceOf<'Ebics'>): FileResult {
  if (!secrets.X002) {
    throw sourceErrors.SourceIncomplete({
      source: name,
      reason: {
        en: 'it has no keys yet (taxops bank ebics init)',
        fr: 'elle n’a pas encore de clés (taxops bank ebics init)',
      },
    });
  }
  const ring = secrets as KeyRing;
  const words = WORDS[ctx.language];
  const [createdAt, host] = [ctx.clock.now(), `${words.host} ${settings.hostId}`];
  const pdf = writePdf({
    title: words.title,
    lines: [
      `${words.bank} ${settings.bankName}, ${host}`,
      `${words.partner} ${settings.partnerId}, ${words.user} ${settings.userId}`,
      RELEASES[versionOf(settings)],
      `${words.date} ${createdAt.slice(0, 10)} ${createdAt.slice(11, 19)} UTC`,
    ],
    foot: `${settings.bankName} / ${settings.userId}`,
    createdAt,
    words,
    sections: [
      ...OUR_KEYS.map((key) => section(key, ring, settings, words)),
      { heading: words.confirm, columns: COLUMNS, rows: [] },
    ],
  });
  return new FileResult(`ebics-${name}.pdf`, 'application/pdf', pdf);
}

const RELEASES = { H004: 'EBICS 2.5 (H004)', H005: 'EBICS 3.0 (H005)' } as const;

const COLUMNS = [
  { header: '', weight: 1 },
  { header: '', weight: 3 },
];

function section(key: OurKey, ring: KeyRing, { signatureVersion }: EbicsSettings, words: (typeof WORDS)[Language]) {
  const { modulus, exponent } = numbersOf(ring[key]);
  const { hash: keyHash, certificateHash: certificate } = hashes(ring[key], ring.certificates?.[key]);
  // A bank that takes certificates compares them and their hash; the numbers of a key that it was never sent mislead.
  const rows =
    certificate === undefined
      ? [
          ...hexLines(words.exponent, exponent.toString('hex').toUpperCase()),
          ...hexLines(words.modulus, modulus.toString('hex').toUpperCase()),
          ...hexLines(words.keyHash, keyHash),
        ]
      : [
          ...hexLines(words.certificateHash, certificate),
          ...labelled(words.certificate, pemLines(ring.certificates?.[key] ?? '')),
        ];
  return { heading: `${words.keys[key]} (${key === 'A006' ? signatureVersion : key})`, columns: COLUMNS, rows };
}

/** Sixteen bytes a line, in pairs, as banks print them. */
const hexLines = (label: string, hexadecimal: string): string[][] =>
  labelled(
    label,
    (hexadecimal.match(/.{1,32}/g) ?? []).map((line) => line.match(/../g)?.join(' ') ?? ''),
  );

const pemLines = (base64: string): string[] => [
  '-----BEGIN CERTIFICATE-----',
  ...(base64.match(/.{1,64}/g) ?? []),
  '-----END CERTIFICATE-----',
];

const labelled = (label: string, texts: readonly string[]): string[][] =>
  texts.map((text, index) => [index === 0 ? label : '', text]);
