import { X509Certificate } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  bankHashes,
  confirmBank,
  hashes,
  sendKeys,
  takeBankKeys,
} from '../../../../../src/services/banking/feeds/sources/ebics/enrolment.ts';
import { OUR_KEYS } from '../../../../../src/services/banking/feeds/sources/ebics/keys.ts';
import type { EbicsVersion } from '../../../../../src/services/banking/feeds/sources/ebics/protocol.ts';
import { endOfKeys, renewKeys, suspendUser } from '../../../../../src/services/banking/feeds/sources/ebics/renewal.ts';
import { periodFile } from '../../../../../src/services/banking/feeds/sources/ebics/session.ts';
import { hostVersions } from '../../../../../src/services/banking/feeds/sources/ebics/versions.ts';
import type { EbicsSettings } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { sourceOfKind, updateSource } from '../../../../../src/services/banking/feeds/sources/store.ts';
import { takePiece } from '../../../../../src/services/banking/feeds/sources/work.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { defaultSettings } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';
import { type EbicsBank, startEbicsBank } from '../../../../support/ebics-bank.ts';
import { dayFile, sourcesWorld } from './sources-world.ts';

const db = await testDatabase();
const world = sourcesWorld(db);
const local = { channelAllowPrivate: { value: 'true', source: 'test' } };
const settings = { ...defaultSettings, ...local, home: { value: world.home, source: 'test' } };
const ctx = { ...world.ctx, settings };

async function customer(bank: EbicsBank, change: Partial<EbicsSettings>) {
  const folder = await createFolder(db, undefined, { name: 'ALPHA' });
  const { name } = await world.add({
    kind: 'Ebics',
    folderId: folder.id,
    createsAccounts: true,
    settings: {
      url: bank.url,
      hostId: 'BANK',
      partnerId: 'CABINET',
      userId: 'USER1',
      bankName: 'Banque B',
      state: 'New',
      fileFormat: 'camt.xxx.cfonb120.stm',
      signatureVersion: 'A005',
      withCertificates: true,
      ...change,
    },
  });
  const source = () => sourceOfKind(ctx, name, 'Ebics');
  const set = async (news: Partial<EbicsSettings>) => {
    const known = await source();
    await updateSource(ctx, { ...known, settings: { ...known.settings, ...news } });
  };
  return { name, folderId: folder.id, source, set, run: async () => world.run(await source(), { settings }) };
}

async function acquainted(version: EbicsVersion, change: Partial<EbicsSettings> = {}) {
  const bank = await startEbicsBank({ version });
  afterAll(() => bank.close());
  const known = await customer(bank, { version, ...change });
  await sendKeys(ctx, known.name);
  bank.acceptLetters();
  await takeBankKeys(ctx, await known.source());
  await confirmBank(ctx, await known.source(), bank.hashes);
  return { bank, ...known };
}

describe('EBICS 3.0 (H005)', async () => {
  const { bank, name, folderId, source, set, run } = await acquainted('H005');
  const complaints = () => bank.log.filter((line) => line.includes(': '));

  it('sends and takes keys as certificates, all by the schemas', async () => {
    const { secrets, settings: known } = await source();
    expect(known.state).toBe('Ready');
    for (const key of OUR_KEYS) {
      expect(bank.received.get(key)).toBe(hashes(secrets[key] ?? '', secrets.certificates?.[key]).certificateHash);
    }
    expect(bankHashes(await source()).X002.certificateHash).toBe(bank.hashes.X002);
    expect([bank.log, complaints()]).toEqual([['INI', 'HIA', 'HPB'], []]);
  });

  it('downloads by the service of the source, imports and acknowledges', async () => {
    bank.reset();
    bank.segmentCharacters = 100;
    bank.give(dayFile(3));
    expect((await run()).counts).toMatchObject({ done: 1, failed: 0 });
    expect(await world.movements(folderId)).toBe(3);
    expect(bank.services).toEqual(['EOP FR cfonb120']);
    expect([bank.log[0], bank.log.at(-1), bank.waiting(), complaints()]).toEqual(['BTD', 'Receipt', 0, []]);
    expect((await run()).counts).toMatchObject({ skipped: 1, failed: 0 });
  });

  it('names all eight parameters, and a period', async () => {
    bank.reset();
    await set({
      serviceName: 'STM',
      scope: 'GLB',
      serviceOption: 'XDCI',
      containerType: 'ZIP',
      msgName: 'camt.052',
      msgVersion: '08',
      msgVariant: '001',
      msgFormat: 'XML',
    });
    const week = periodFile((await source()).settings, '2026-01-05' as PlainDate, '2026-01-11' as PlainDate);
    expect(await takePiece(ctx, name, week)).toEqual([]);
    expect(bank.services).toEqual(['STM GLB XDCI containerType=ZIP camt.052 version=08 variant=001 format=XML']);
    expect(bank.log).toEqual(['BTD', '2026-01-05/2026-01-11']);
    await set({ serviceName: 'EOP', scope: 'FR', msgName: 'cfonb120' });
  });

  it('goes on with a bank that wants digests of numbers', { tags: 'long' }, async () => {
    bank.reset();
    bank.faults.numberDigests = true;
    bank.give(dayFile(1));
    expect((await run()).counts).toMatchObject({ done: 1, failed: 0 });
    expect(bank.log).toEqual(['BTD', 'BTD', 'Receipt']);
  });

  it('asks for the versions of the host', async () => {
    expect(await hostVersions(ctx, await source())).toEqual([
      { protocol: 'H004', release: '02.50', isUsed: false },
      { protocol: 'H005', release: '03.00', isUsed: true },
    ]);
    const known = await source();
    const elsewhere = { ...known, settings: { ...known.settings, hostId: 'NOBODY' } };
    await expect(hostVersions(ctx, elsewhere)).rejects.toMatchObject({
      params: { order: 'HEV', returnCode: '091011' },
    });
    const silent = { ...bank.faults, instead: '<html/>' };
    Object.assign(bank.faults, silent);
    await expect(hostVersions(ctx, known)).rejects.toMatchObject({ code: 'EbicsAnswerRefused' });
    bank.reset();
  });

  it('says in words what a code means and what to do', async () => {
    bank.reset();
    bank.faults.refuse = '091119';
    const failed = await run().then((report) => report.items[0]);
    expect(failed).toMatchObject({ code: 'EbicsReturnCode' });
    const error = await takePiece(ctx, name, undefined).catch((caught) => caught);
    expect([error.kind, error.text('fr')]).toEqual([
      'unavailable',
      expect.stringMatching(/refuse BTD : 091119 EBICS_MAX_TRANSACTIONS_EXCEEDED.*Trop de transactions/),
    ]);
    expect(error.hint('en')).toBe('It is asked again later.');
  });

  it('fails before a message when the protocol is not that of the bank', async () => {
    bank.reset();
    await set({ version: 'H004' });
    await expect(takePiece(ctx, name, undefined)).rejects.toMatchObject({ params: { returnCode: '061002' } });
    await set({ version: 'H005' });
  });
});

describe.each(['H004', 'H005'] as const)('keys of a user of %s', async (version) => {
  const tags = version === 'H005' ? [] : 'long';
  const signatureVersion = version === 'H004' ? 'A005' : 'A006';
  const { bank, name, folderId, source, run } = await acquainted(version, { signatureVersion });

  it('are renewed, also when the answer is lost', { tags }, async () => {
    const before = await source();
    expect((await source()).secrets.certificates).toBeDefined();
    bank.faults.renewalAnswersLost = 1;
    await expect(renewKeys(ctx, name)).rejects.toMatchObject({ code: expect.stringMatching(/^Channel/) });
    const waiting = (await source()).secrets;
    expect([waiting.X002, waiting.next?.X002]).toEqual([before.secrets.X002, expect.stringContaining('PRIVATE')]);
    const { secrets } = await renewKeys(ctx, name);
    expect([secrets.next, secrets.X002, (await source()).secrets.X002]).toEqual([
      ...[undefined, waiting.next?.X002, waiting.next?.X002],
    ]);
    expect(bank.log.filter((line) => line.includes(': '))).toEqual([]);
    bank.give(dayFile(2));
    expect((await run()).counts).toMatchObject({ done: 1, failed: 0 });
    expect(await world.movements(folderId)).toBe(2);
  });

  it('are renewed once more at the first try, and say when they end', { tags: 'long' }, async () => {
    const before = (await source()).secrets;
    const renewed = await renewKeys(ctx, name);
    expect(renewed.secrets.E002).not.toBe(before.E002);
    const der = Buffer.from(renewed.secrets.certificates?.A006 ?? '', 'base64');
    const end = new Date(new X509Certificate(der).validTo).toISOString().slice(0, 10);
    expect(endOfKeys(renewed)).toBe(end);
  });

  it('are kept when the bank refuses the new ones', { tags: 'long' }, async () => {
    bank.faults.refuse = '091204';
    const { secrets } = await source();
    await expect(renewKeys(ctx, name)).rejects.toMatchObject({ params: { order: 'HCS', returnCode: '091204' } });
    expect((await source()).secrets.X002).toBe(secrets.X002);
    bank.reset();
  });

  it('serve nobody once the user is suspended, until new ones are made', { tags: 'long' }, async () => {
    const before = await source();
    expect((await suspendUser(ctx, name)).settings.state).toBe('Suspended');
    expect(bank.isSuspended()).toBe(true);
    await expect(takePiece(ctx, name, undefined)).rejects.toMatchObject({ code: 'SourceIncomplete' });
    await expect(takeBankKeys(ctx, await source())).rejects.toMatchObject({ code: 'SourceIncomplete' });
    const begun = await sendKeys(ctx, name);
    expect([begun.settings.state, begun.secrets.bankX002]).toEqual(['KeysSent', undefined]);
    expect(begun.secrets.X002).not.toBe(before.secrets.X002);
  });
});
