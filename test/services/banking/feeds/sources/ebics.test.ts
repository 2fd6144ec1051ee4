import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  bankHashes,
  confirmBank,
  hashes,
  sendKeys,
  takeBankKeys,
} from '../../../../../src/services/banking/feeds/sources/ebics/enrolment.ts';
import { type KeyRing, newKeyRing, OUR_KEYS } from '../../../../../src/services/banking/feeds/sources/ebics/keys.ts';
import { letterOf } from '../../../../../src/services/banking/feeds/sources/ebics/letter.ts';
import { periodFile } from '../../../../../src/services/banking/feeds/sources/ebics/session.ts';
import type { EbicsSecrets } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { sourceOfKind, updateSource } from '../../../../../src/services/banking/feeds/sources/store.ts';
import { takePiece } from '../../../../../src/services/banking/feeds/sources/work.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { defaultSettings } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { type EbicsBank, startEbicsBank } from '../../../../support/ebics-bank.ts';
import { eachOf } from '../../../../support/length.ts';
import { dayFile, sourcesWorld } from './sources-world.ts';

const db = await testDatabase();
const world = sourcesWorld(db);
const local = { channelAllowPrivate: { value: 'true', source: 'test' } };
const settings = { ...defaultSettings, ...local, home: { value: world.home, source: 'test' } };
const ctx = { ...world.ctx, settings };

async function newBank(options = {}): Promise<EbicsBank> {
  const bank = await startEbicsBank(options);
  afterAll(() => bank.close());
  return bank;
}

let made: Promise<KeyRing> | undefined;

/** Keys take a while to make: most customers have the same. */
async function sameKeys(withCertificates: boolean): Promise<EbicsSecrets> {
  made ??= newKeyRing('CABINET USER1', ctx.clock.now(), true);
  const { certificates, ...keys } = await made;
  return withCertificates ? { ...keys, certificates } : keys;
}

async function customer(bank: EbicsBank, withCertificates = true, secrets?: EbicsSecrets) {
  const folder = await createFolder(db, undefined, { name: 'ALPHA' });
  const { name } = await world.add({
    kind: 'Ebics',
    folderId: folder.id,
    createsAccounts: true,
    secrets: secrets ?? (await sameKeys(withCertificates)),
    settings: {
      url: bank.url,
      hostId: 'BANK',
      partnerId: 'CABINET',
      userId: 'USER1',
      bankName: 'Banque B',
      state: 'New',
      fileFormat: 'camt.xxx.cfonb120.stm',
      signatureVersion: 'A005',
      withCertificates,
    },
  });
  const source = () => sourceOfKind(ctx, name, 'Ebics');
  const run = async () => world.run(await source(), { settings });
  const kept = (shelf = 'archive') => readdirSync(join(world.home, 'statements', name, shelf)).sort();
  return { name, folderId: folder.id, source, run, kept };
}

let acquainted: Promise<{ bank: EbicsBank; secrets: EbicsSecrets }> | undefined;

/** One bank and one customer know each other, and every test has a source of theirs. */
async function ready() {
  acquainted ??= acquaint();
  const { bank, secrets } = await acquainted;
  const known = await customer(bank);
  const { settings: given, ...source } = await known.source();
  await updateSource(ctx, { ...source, settings: { ...given, state: 'Ready' }, secrets });
  bank.reset();
  return { bank, ...known };
}

async function acquaint() {
  const bank = await newBank();
  const { name, source } = await customer(bank);
  await sendKeys(ctx, name);
  bank.acceptLetters();
  await takeBankKeys(ctx, await source());
  return { bank, secrets: (await confirmBank(ctx, await source(), bank.hashes)).secrets };
}

describe('getting to know a bank', () => {
  eachOf([true, false], 1)(
    'sends keys that the bank finds on the letters (certificates: %s)',
    async (withCertificates) => {
      const bank = await newBank({ onlyCertificates: withCertificates });
      const { name, source } = await customer(bank, withCertificates);
      const { secrets, settings: sent } = await sendKeys(ctx, name);
      expect(sent.state).toBe('KeysSent');
      for (const key of OUR_KEYS) {
        const shown = hashes(secrets[key] ?? '', secrets.certificates?.[key]);
        expect(bank.received.get(key)).toBe(shown.certificateHash ?? shown.hash);
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of letterOf(ctx, await source()).content) chunks.push(chunk);
      expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');
      await expect(sendKeys(ctx, name)).rejects.toMatchObject({ code: 'EbicsKeysExist' });
    },
  );

  it('goes on with the same keys after an answer was lost', { tags: 'long' }, async () => {
    const bank = await newBank();
    const { name } = await customer(bank);
    bank.faults.instead = '<lost/>';
    await expect(sendKeys(ctx, name)).rejects.toMatchObject({ code: 'EbicsAnswerRefused' });
    bank.faults.instead = undefined;
    const { secrets } = await sendKeys(ctx, name);
    expect(bank.received.get('A006')).toBe(hashes(secrets.A006 ?? '', secrets.certificates?.A006).certificateHash);
    expect(bank.log).toEqual(['INI', 'INI', 'HIA']);
  });

  it('tells what the bank refuses', { tags: 'long' }, async () => {
    const bank = await newBank({ onlyCertificates: true });
    const { name } = await customer(bank, false);
    await expect(sendKeys(ctx, name)).rejects.toMatchObject({
      code: 'EbicsReturnCode',
      params: { order: 'INI', returnCode: '091217', symbol: 'EBICS_ONLY_X509_SUPPORT' },
    });
  });

  it('speaks to no private address and without TLS only in trials', async () => {
    const bank = await newBank();
    const { name } = await customer(bank);
    await expect(sendKeys(world.ctx, name)).rejects.toMatchObject({ code: 'ChannelAddressRefused' });
    expect(bank.log).toEqual([]);
  });

  it('stops when the bank has keys of us that are not ours', { tags: 'long' }, async () => {
    const bank = await newBank();
    const { name, source } = await customer(bank, true, {});
    bank.faults.refuse = '091002';
    await expect(sendKeys(ctx, name)).rejects.toMatchObject({ code: 'EbicsReturnCode' });
    expect((await source()).settings.state).toBe('New');
  });

  it('takes keys of the bank only after the letters, and trusts them only by their hashes', async () => {
    const bank = await newBank();
    const { name, source, run } = await customer(bank);
    await expect(takeBankKeys(ctx, await source())).rejects.toMatchObject({ code: 'SourceIncomplete' });
    await sendKeys(ctx, name);
    await expect(takeBankKeys(ctx, await source())).rejects.toMatchObject({ params: { returnCode: '091002' } });
    bank.acceptLetters();
    const known = await takeBankKeys(ctx, await source());
    expect(bankHashes(known).X002.hash).toBe(bank.hashes.X002);
    bank.give(dayFile());
    expect((await run()).items).toMatchObject([{ code: 'SourceIncomplete' }]);
    const wrong = { ...bank.hashes, E002: bank.hashes.X002 };
    await expect(confirmBank(ctx, known, wrong)).rejects.toMatchObject({ code: 'EbicsHashWrong' });
    const spaced = bank.hashes.X002.toLowerCase().match(/../g)?.join(' ') ?? '';
    expect((await confirmBank(ctx, known, { ...bank.hashes, X002: spaced })).settings.state).toBe('Ready');
  });

  it('shows the hash of a certificate of the bank, which may be on its paper instead', async () => {
    const bank = await newBank({ onlyCertificates: true });
    const { name, source } = await customer(bank);
    await sendKeys(ctx, name);
    bank.acceptLetters();
    const known = await takeBankKeys(ctx, await source());
    const { X002, E002 } = bankHashes(known);
    expect(X002.hash).toBe(bank.hashes.X002);
    expect(X002.certificateHash).toMatch(/^[0-9A-F]{64}$/);
    const typed = { X002: X002.certificateHash ?? '', E002: E002.certificateHash ?? '' };
    expect((await confirmBank(ctx, known, typed)).settings.state).toBe('Ready');
  });

  it('keeps every key sealed', async () => {
    const { name } = await ready();
    const row = await db.knex('statement_source').where({ name }).first();
    expect(JSON.stringify(row.settings)).not.toContain('KEY');
    expect(row.sealed.includes('PRIVATE KEY')).toBe(false);
  });
});

describe('a download', () => {
  it('of several segments is imported, kept, then acknowledged', async () => {
    const { bank, folderId, run, kept } = await ready();
    bank.segmentCharacters = 1001; // ends inside groups of four
    bank.give(dayFile(600));
    bank.give(dayFile(600));
    expect(await run()).toMatchObject({ state: 'done', counts: { done: 1 } });
    expect(await world.movements(folderId)).toBe(600);
    expect(bank.waiting()).toBe(0);
    expect(bank.log.filter((order) => order === 'Transfer').length).toBeGreaterThan(3);
    expect(bank.log.at(-1)).toBe('Receipt');
    expect(kept()).toEqual([expect.stringMatching(/^camt\.xxx\.cfonb120\.stm\.[0-9a-f]{12}\.txt$/)]);
    expect(await run()).toMatchObject({ state: 'done', counts: { done: 0, skipped: 1 } });
    expect(bank.log).not.toContain('bad signature');
  });

  eachOf(['receiptsLost', 'receiptAnswersLost'] as const, 1)(
    '%s: given again or not, it is imported once',
    async (fault) => {
      const { bank, folderId, run, kept } = await ready();
      bank.give(dayFile(3));
      bank.faults[fault] = 1;
      await run();
      await run();
      expect(bank.waiting()).toBe(0);
      expect(await world.movements(folderId)).toBe(3);
      expect(kept().length).toBe(1);
    },
  );

  it('cut between segments imports nothing of it, and is not acknowledged', { tags: 'long' }, async () => {
    const { bank, folderId, run } = await ready();
    bank.segmentCharacters = 500;
    bank.give(dayFile(100));
    bank.faults.cutAtSegment = 2;
    expect(await run()).toMatchObject({ state: 'partial', counts: { failed: 1 } });
    expect(await world.movements(folderId)).toBe(0);
    expect(bank.log).not.toContain('Receipt');
    bank.faults.cutAtSegment = undefined;
    expect(await run()).toMatchObject({ state: 'done' });
    expect(await world.movements(folderId)).toBe(100);
  });

  it('of what is no statement file is kept with a report before the bank learns of it', async () => {
    const { bank, run, kept } = await ready();
    bank.give(Buffer.from('not a statement at all'));
    expect((await run()).items).toMatchObject([{ code: 'SourceFileLeftOut' }]);
    expect(kept('errors').length).toBe(2);
    expect(bank.waiting()).toBe(0);
  });

  it('of a period asks for its days, and is imported and acknowledged like any other', { tags: 'long' }, async () => {
    const { bank, name, folderId, source } = await ready();
    bank.give(dayFile(2));
    const january = periodFile((await source()).settings, '2026-01-01' as PlainDate, '2026-01-31' as PlainDate);
    expect(await takePiece(ctx, name, january)).toMatchObject([{ state: 'Imported' }]);
    expect(bank.log).toEqual(['FDL', '2026-01-01/2026-01-31', 'Receipt']);
    expect(await world.movements(folderId)).toBe(2);
    expect(await takePiece(ctx, name, january)).toEqual([]);
  });

  it('fails with the code of the bank', async () => {
    const { bank, run } = await ready();
    bank.faults.refuse = '090003';
    expect((await run()).items).toMatchObject([{ code: 'EbicsReturnCode', note: expect.stringContaining('090003') }]);
  });
});

describe('an answer that is not the bank’s', () => {
  const first = (name: string) => (answer: string) =>
    answer.replace(new RegExp(`<${name}>[^<]*`), `<${name}>${name === 'NumSegments' ? '2' : 'AAAA'}`);
  const laughs = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]><a>&b;</a>`;
  const answers: readonly (readonly [string, Partial<EbicsBank['faults']>])[] = [
    ['signed by another', { forged: true }],
    ['with another key for the data', { altered: first('TransactionKey') }],
    ['with another number of segments', { altered: first('NumSegments') }],
    [
      'whose signature was taken away',
      { altered: (text: string) => text.replace(/<AuthSignature>.*<\/AuthSignature>/s, '') },
    ],
    ['whose header is not among what is signed', { unmarked: true }],
    ['with two digests', { decoy: true }],
    ['with what has no canonical form', { altered: (text: string) => text.replace('<static>', '<static><?x y?>') }],
    [
      'with a second header',
      {
        altered: (text: string) =>
          text.replace(
            '<header',
            '<header><static/><mutable><ReturnCode>000000</ReturnCode></mutable></header><header',
          ),
      },
    ],
    ['whose data is damaged', { altered: first('OrderData') }],
    ['with entities', { instead: laughs }],
    ['without end', { instead: `<a>${'x'.repeat(3_000_000)}</a>` }],
    ['of another kind', { instead: '<html><body>Maintenance</body></html>' }],
    ['that is nothing', { instead: '' }],
  ];

  eachOf(answers, 4)('%s is refused, and nothing is stored', async (_what, faults) => {
    const { bank, folderId, run } = await ready();
    bank.give(dayFile());
    Object.assign(bank.faults, faults);
    const report = await run();
    expect(report.counts.failed).toBe(1);
    expect(report.items[0]?.code).toMatch(/^(EbicsAnswerRefused|ChannelAnswerTooLarge)$/);
    expect(await world.movements(folderId)).toBe(0);
    expect(bank.waiting()).toBe(1);
    expect(bank.log).not.toContain('Receipt');
  });
});
