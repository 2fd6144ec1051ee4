import { describe, expect, it } from 'vitest';
import type { NoticeSearch } from '../../../src/services/channels/channel.ts';
import { openPiece, readNotice } from '../../../src/services/edi/notice.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { EDI_FILE, END, ediFiling, NOW, partners, SIREN } from './partners.ts';

const days = (from: string, to: string) => ({ from: from as PlainDate, to: to as PlainDate });
const search: NoticeSearch = { ...days('2026-05-01', '2026-05-31'), kind: 'All', procedure: 'PAYE' };

describe('ChannelB', async () => {
  const { simulator, channelB } = await partners();
  const filing = ediFiling();

  it('deposits a file byte for byte and gives its number, leading zeros kept', async () => {
    expect(await channelB.send(filing)).toEqual({ outcome: 'sent', receipt: { numeroAds: '0000004201' } });
    const [deposit] = simulator.ledger.of(SIREN, '2571', END);
    expect(Buffer.from(deposit?.content ?? []).equals(EDI_FILE)).toBe(true);
    expect(deposit?.reference).toBe(`SOCIETE CONFIDENTIELLE [${filing.reference}]`);
  });

  it('finds a deposit by the reference in its subject', async () => {
    const question = { reference: filing.reference, siren: SIREN, form: '2571', end: END, attemptedAt: NOW };
    expect(await channelB.find(question)).toMatchObject({
      outcome: 'found',
      declaration: { numeroAds: '0000004201' },
    });
    expect(await channelB.find({ ...question, reference: 'REF0' })).toEqual({ outcome: 'notFound' });
  });

  it('lists notices as they come and fetches each', async () => {
    expect((await channelB.notices(search)).map(({ kind }) => kind)).toEqual(['Ads']);
    await simulator.advance(5000);
    const references = await channelB.notices(search);
    expect(references.map(({ kind, numeroAds }) => [kind, numeroAds])).toEqual([
      ['Ads', '0000004201'],
      ['Acs', '0000004201'],
      ['Ars', '0000004201'],
    ]);
    expect((await channelB.notices({ ...search, kind: 'Notices' })).map(({ kind }) => kind)).toEqual(['Acs', 'Ars']);
    const [, , ars] = references;
    const { content } = await channelB.notice(ars as NonNullable<typeof ars>);
    const { document, message } = openPiece(content);
    expect(Buffer.from(message).toString()).toMatch(/^From: /);
    expect(await readNotice(document)).toMatchObject({
      kind: 'Ars',
      numeroAds: '0000004201',
      count: 1,
      lines: [
        {
          group: 'Rejected',
          siret: SIREN,
          reference: 'INFENT000002',
          rof: 'IS1',
          errors: [
            { formulaire: '2571', champ: 'FN', code: '156' },
            { formulaire: '2571', code: '179' },
          ],
        },
      ],
    });
  });

  it('names the account without showing the login', async () => {
    const [reference] = await channelB.notices(search);
    expect(reference?.account).toMatch(/^[0-9a-f]{16}$/);
  });

  it('asks for long ranges in parts, and names each piece once', async () => {
    const before = simulator.calls.length;
    const references = await channelB.notices({ ...search, ...days('2022-01-01', '2026-12-31') });
    expect(references.length).toBe(3);
    expect(simulator.calls.length - before).toBe(4);
  });

  it('says that a piece is not there yet', async () => {
    const absent = { account: 'x', number: '99', kind: 'Ars' } as const;
    await expect(channelB.notice(absent)).rejects.toMatchObject({ code: 'PieceAbsent', params: { number: '99' } });
  });

  it('accepts the corrected file', async () => {
    await channelB.send(ediFiling());
    await simulator.advance(5000);
    const [reference] = (await channelB.notices({ ...search, kind: 'Ars' })).slice(-1);
    const { content } = await channelB.notice(reference as NonNullable<typeof reference>);
    expect(await readNotice(openPiece(content).document)).toMatchObject({ lines: [{ group: 'Accepted', errors: [] }] });
  });

  it('refuses what is no file', async () => {
    expect(await channelB.send(ediFiling(Buffer.from('<nothing/>')))).toEqual({
      outcome: 'refused',
      code: '05',
      message: expect.stringMatching(/^Fichier refusé : ligne 1 : Element 'nothing'/),
    });
  });
});

describe('a deposit without number', async () => {
  const { simulator, channelB } = await partners({
    script: { scenarios: [{ channel: 'ChannelB', withNumber: false, steps: [{ afterMs: 0, notice: 'Ads' }] }] },
  });

  it('is taken, and in doubt until its notice is there', async () => {
    const filing = ediFiling();
    expect(await channelB.send(filing)).toMatchObject({ outcome: 'uncertain', error: { code: 'DepositUnnumbered' } });
    expect(await channelB.find({ ...filing, attemptedAt: NOW })).toMatchObject({ outcome: 'found' });
    expect(simulator.ledger.deposits).toHaveLength(1);
  });
});

describe('wrong credentials of ChannelB', async () => {
  const { simulator, channelB } = await partners({ b: { password: 'wrong' } });

  it('leave nothing sent', async () => {
    expect(await channelB.send(ediFiling())).toMatchObject({
      outcome: 'notSent',
      error: { code: 'ChannelAccessDenied' },
    });
    expect(simulator.ledger.deposits).toEqual([]);
    await expect(channelB.notices(search)).rejects.toMatchObject({ code: 'ChannelAccessDenied' });
  });
});
