/** Getting to know a bank of EBICS: each step after the one before. */

import * as z from 'zod';
import { bankingErrors } from '../../../services/banking/errors.ts';
import {
  bankHashes,
  confirmBank,
  hashes,
  type KeyHashes,
  sendKeys,
  takeBankKeys,
} from '../../../services/banking/feeds/sources/ebics/enrolment.ts';
import { type KeyRing, OUR_KEYS } from '../../../services/banking/feeds/sources/ebics/keys.ts';
import { letterOf } from '../../../services/banking/feeds/sources/ebics/letter.ts';
import { endOfKeys, renewKeys, suspendUser } from '../../../services/banking/feeds/sources/ebics/renewal.ts';
import { periodFile } from '../../../services/banking/feeds/sources/ebics/session.ts';
import { hostVersions } from '../../../services/banking/feeds/sources/ebics/versions.ts';
import type { FileOutcome } from '../../../services/banking/feeds/sources/outcome.ts';
import type { SourceOf } from '../../../services/banking/feeds/sources/source.ts';
import { sourceOfKind } from '../../../services/banking/feeds/sources/store.ts';
import { takePiece } from '../../../services/banking/feeds/sources/work.ts';
import { day } from '../../operation/fields.ts';
import { defineCommand } from '../../operation/operation.ts';
import { choice, file, flag, int, maybe, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';
import { sourceName } from './source.ts';

const Key = z.object({
  Key: text('Clé'),
  Hash: text('Empreinte').describe('SHA-256 of exponent and modulus'),
  CertificateHash: maybe(text('Empreinte du certificat')).describe('SHA-256 of the certificate'),
});

const Step = z.object({
  Source: from('name', text('Origine')),
  State: computed(
    choice(['New', 'SignatureSent', 'KeysSent', 'BankKeysReceived', 'Ready', 'Suspended'], 'État'),
    ({ settings }: Pick<SourceOf<'Ebics'>, 'settings'>) => settings.state,
  ),
  Keys: headed(z.array(Key), 'Clés'),
});

const query = z.object({ source: sourceName() });
const ERRORS = ['SourceUnknown', 'SourceKindWrong'];

const stepOf = ({ name, settings }: SourceOf<'Ebics'>, keys: Readonly<Record<string, KeyHashes>>) => ({
  name,
  settings,
  keys: Object.entries(keys).map(([key, found]) => ({ key, ...found })),
});

/** With the keys that the bank knows of us. */
function ourStep(source: SourceOf<'Ebics'>) {
  const ring = source.secrets as KeyRing;
  return stepOf(source, Object.fromEntries(OUR_KEYS.map((key) => [key, hashes(ring[key], ring.certificates?.[key])])));
}

export const ebicsVersions = defineCommand({
  id: 'bank.ebics.versions',
  summary: { en: 'Ask which versions of EBICS a bank has', fr: 'Demander les versions EBICS d’une banque' },
  description:
    'Request HEV: it needs no keys. H003 is EBICS 2.4, H004 is 2.5, H005 is 3.0; H004 and H005 are spoken here.',
  cli: { args: ['source'], examples: ['taxops bank ebics versions bank-b'] },
  query,
  output: z.array(
    z.object({
      Protocol: text('Protocole'),
      Release: text('Version'),
      IsUsed: flag('Utilisée').describe('By the source'),
    }),
  ),
  errors: [...ERRORS, 'EbicsReturnCode', 'EbicsAnswerRefused'],
  run: async (ctx, { source }) => hostVersions(ctx, await sourceOfKind(ctx, source, 'Ebics')),
});

export const ebicsInit = defineCommand({
  id: 'bank.ebics.init',
  summary: { en: 'Make our keys and send them to the bank', fr: 'Créer nos clés et les envoyer à la banque' },
  description:
    'Orders INI and HIA. Keys are stored encrypted before they leave. Run again after a failure, it sends the same keys and goes on where it was. Then sign the letters: `bank ebics letter`.',
  cli: { args: ['source'], examples: ['taxops bank ebics init bank-b'] },
  query,
  output: Step,
  errors: [...ERRORS, 'LockHeld', 'EbicsKeysExist', 'EbicsReturnCode', 'EbicsAnswerRefused'],
  audited: true,
  run: async (ctx, { source }) => ourStep(await sendKeys(ctx, source)),
});

export const ebicsLetter = defineCommand({
  id: 'bank.ebics.letter',
  summary: { en: 'Print the letters for the bank, PDF', fr: 'Imprimer les lettres pour la banque, PDF' },
  cli: { args: ['source'], examples: ['taxops bank ebics letter bank-b --output letter.pdf'] },
  query,
  output: file('application/pdf'),
  errors: [...ERRORS, 'SourceIncomplete'],
  run: async (ctx, { source }) => letterOf(ctx, await sourceOfKind(ctx, source, 'Ebics')),
});

export const ebicsBankKeys = defineCommand({
  id: 'bank.ebics.bank-keys',
  summary: {
    en: 'Take the keys of the bank and show their hashes',
    fr: 'Prendre les clés de la banque et leurs empreintes',
  },
  description:
    'Order HPB, once the bank has the signed letters. Compare the hashes with those on the bank’s own paper, then: `bank ebics confirm`. Keys taken again must be confirmed again.',
  cli: { args: ['source'], examples: ['taxops bank ebics bank-keys bank-b'] },
  query,
  output: Step,
  errors: [...ERRORS, 'SourceIncomplete', 'EbicsReturnCode', 'EbicsAnswerRefused'],
  audited: true,
  run: async (ctx, { source }) => {
    const known = await takeBankKeys(ctx, await sourceOfKind(ctx, source, 'Ebics'));
    return stepOf(known, bankHashes(known));
  },
});

const typedHash = () => z.string().trim().min(64).max(200).describe('Hash from the bank’s paper; blanks do not matter');

export const ebicsConfirm = defineCommand({
  id: 'bank.ebics.confirm',
  summary: {
    en: 'Trust the keys of the bank, by their hashes',
    fr: 'Faire confiance aux clés de la banque, par empreinte',
  },
  cli: {
    args: ['source'],
    examples: ['taxops bank ebics confirm bank-b --authentication "3F 9A …" --encryption "B0 11 …"'],
  },
  query: query.extend({ authentication: typedHash(), encryption: typedHash() }),
  output: Step,
  errors: [...ERRORS, 'SourceIncomplete', 'EbicsHashWrong'],
  audited: true,
  run: async (ctx, { source, authentication, encryption }) => {
    const typed = { X002: authentication, E002: encryption };
    const known = await confirmBank(ctx, await sourceOfKind(ctx, source, 'Ebics'), typed);
    return stepOf(known, bankHashes(known));
  },
});

const LastDay = maybe(text('Fin des certificats')).describe('Day on which the first of our certificates ends');

export const ebicsRenew = defineCommand({
  id: 'bank.ebics.renew',
  summary: { en: 'Give the bank new keys of ours', fr: 'Donner de nouvelles clés à la banque' },
  description:
    'Order HCS, signed with the present keys: it works before they end, and needs no letter. Both sets are kept until the bank has the new one. Run again after a failure, it asks first whether the bank knows the new keys.',
  cli: { args: ['source'], examples: ['taxops bank ebics renew bank-b --yes'], confirm: true },
  query,
  output: Step.extend({ CertificatesEnd: LastDay }),
  errors: [...ERRORS, 'LockHeld', 'SourceIncomplete', 'EbicsReturnCode', 'EbicsAnswerRefused'],
  audited: true,
  run: async (ctx, { source }) => {
    const renewed = await renewKeys(ctx, source);
    return { ...ourStep(renewed), certificatesEnd: endOfKeys(renewed) };
  },
});

export const ebicsSuspend = defineCommand({
  id: 'bank.ebics.suspend',
  summary: { en: 'Suspend our user at the bank', fr: 'Suspendre notre utilisateur à la banque' },
  description:
    'Order SPR, for keys that were lost or stolen. Nothing is downloaded any more; once the bank allows it, `bank ebics init` makes new keys, which need new letters.',
  cli: { args: ['source'], examples: ['taxops bank ebics suspend bank-b --yes'], confirm: true },
  query,
  output: Step,
  errors: [...ERRORS, 'LockHeld', 'SourceIncomplete', 'EbicsReturnCode', 'EbicsAnswerRefused'],
  audited: true,
  run: async (ctx, { source }) => ourStep(await suspendUser(ctx, source)),
});

const counted = (of: 'statements' | 'transactions') =>
  computed(int(), ({ accounts }: FileOutcome) => accounts.reduce((sum, account) => sum + account[of], 0));

export const ebicsDownload = defineCommand({
  id: 'bank.ebics.download',
  summary: { en: 'Take the statements of a period again', fr: 'Reprendre les relevés d’une période' },
  description:
    'Asks the bank for everything of these days, also what it gave before (how far back is up to the bank), and imports it as the job import-statements does: what is stored already changes nothing.',
  cli: {
    args: ['source'],
    examples: ['taxops bank ebics download bank-b --begin-date 2026-01-01 --end-date 2026-01-31'],
  },
  query: query.extend({ beginDate: day(), endDate: day() }),
  output: z.array(
    z.object({
      FileName: from('name', text('Fichier')),
      State: text('État'),
      StatementsCreated: headed(counted('statements'), 'Relevés créés'),
      TransactionsCreated: headed(counted('transactions'), 'Mouvements créés'),
    }),
  ),
  errors: [
    ...ERRORS,
    'PeriodInverted',
    'SourceIncomplete',
    'SourceFileLeftOut',
    'EbicsReturnCode',
    'EbicsAnswerRefused',
  ],
  audited: true,
  run: async (ctx, { source: name, beginDate, endDate }) => {
    if (endDate < beginDate) throw bankingErrors.PeriodInverted({ beginDate, endDate });
    const { settings } = await sourceOfKind(ctx, name, 'Ebics');
    return takePiece(ctx, name, periodFile(settings, beginDate, endDate));
  },
});
