import { describe, expect, it } from 'vitest';
import { DUE, END, formsFiling, liasseFiling, NOW, partners, SIREN } from './partners.ts';

const question = (filing: { reference: string; form: string }) => ({
  reference: filing.reference,
  siren: SIREN,
  form: filing.form,
  end: END,
  due: DUE,
  attemptedAt: NOW,
});

describe('ChannelA', async () => {
  const { simulator, channelA } = await partners();

  it('sends forms byte for byte and says what the channel answered', async () => {
    const filing = formsFiling();
    const outcome = await channelA.send(filing);
    expect(outcome).toEqual({
      outcome: 'sent',
      receipt: { channelId: 1001, url: `${simulator.url}/a/declarations/1001` },
    });
    const [deposit] = simulator.ledger.of(SIREN, '2572', END);
    expect(Buffer.from(deposit?.content ?? []).equals(filing.payload.content)).toBe(true);
    expect(deposit).toMatchObject({ filing: 1, isTest: true, idempotencyKey: filing.reference });
  });

  it('finds it, and follows it to the answer of the authority', async () => {
    const [deposit] = simulator.ledger.of(SIREN, '2572');
    const asked = question({ reference: deposit?.reference ?? '', form: '2572' });
    expect(await channelA.find(asked)).toMatchObject({ outcome: 'found', declaration: { status: 'Created' } });
    await simulator.advance(1000);
    expect(await channelA.find(asked)).toMatchObject({
      outcome: 'found',
      declaration: { channelId: 1001, status: 'Sent', sentAt: '2026-05-04T10:00:00Z', end: '2025-12-30T23:00:00Z' },
    });
    await simulator.advance(2000);
    expect(await channelA.find(asked)).toMatchObject({
      outcome: 'found',
      declaration: {
        status: 'Rejected',
        errors: [
          { formulaire: '2572', champ: 'FN', champValeur: '1200', code: '156' },
          { formulaire: '2572', code: '179' },
        ],
      },
    });
  });

  it('does not find what was never sent', async () => {
    expect(await channelA.find(question({ reference: 'NONE', form: '2573' }))).toEqual({ outcome: 'notFound' });
  });

  it('lists the declarations of a company and gives their documents', async () => {
    await channelA.send(liasseFiling());
    const declarations = await channelA.list(SIREN);
    expect(declarations.map(({ type, label }) => [type, label])).toEqual([
      ['Paiement', 'IS 2572 relevé de solde au 31/12/2025'],
      ['Liasse', 'Liasse fiscale au 31/12/2025'],
    ]);
    const pdf = await channelA.document(declarations[0]?.links.pdf ?? '');
    expect(pdf.contentType).toBe('application/pdf');
    expect(Buffer.from(pdf.content).toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*IS 2572/);
    expect(await channelA.list('999999998')).toEqual([]);
  });

  it('says when a link is over', async () => {
    const link = `${simulator.url}/a/documents/00000000-0000-0000-0000-000000000000/1001.pdf`;
    await expect(channelA.document(link)).rejects.toMatchObject({ code: 'DocumentAbsent' });
  });

  it('tells the partner which call it is', async () => {
    await channelA.list(SIREN, { correlationId: 'call-7' });
    expect(simulator.calls.at(-1)).toMatchObject({ operation: 'list', headers: { 'x-correlation-id': 'call-7' } });
  });

  it('asks for one token for many calls, and keeps it', async () => {
    const tokens = () => simulator.calls.filter(({ operation }) => operation === 'token').length;
    const before = tokens();
    await Promise.all(Array.from({ length: 10 }, () => channelA.list(SIREN)));
    expect(before).toBe(1);
    expect(tokens()).toBe(1);
  });
});

describe('a token of ChannelA', () => {
  const tokensOf = (calls: readonly { operation: unknown }[]) =>
    calls.filter(({ operation }) => operation === 'token').length;

  it('is replaced one minute before its end', async () => {
    const { simulator, channelA, clock } = await partners({ tokenLifeSeconds: 600 });
    await channelA.list(SIREN);
    clock.set('2026-05-04T10:08:59.000Z');
    await channelA.list(SIREN);
    expect(tokensOf(simulator.calls)).toBe(1);
    clock.set('2026-05-04T10:09:00.000Z');
    await channelA.list(SIREN);
    expect(tokensOf(simulator.calls)).toBe(2);
  });

  it('is asked for once by calls that start together', async () => {
    const { simulator, channelA } = await partners();
    await Promise.all(Array.from({ length: 5 }, () => channelA.list(SIREN)));
    expect(tokensOf(simulator.calls)).toBe(1);
  });

  it('is replaced when it is refused, and the filing is sent once', async () => {
    const { simulator, channelA, clock } = await partners({ apart: true });
    await channelA.list(SIREN);
    clock.set('2026-05-04T12:00:00.000Z'); // over for the partner, good for us
    expect(await channelA.send(formsFiling())).toMatchObject({ outcome: 'sent' });
    expect(tokensOf(simulator.calls)).toBe(2);
    expect(simulator.ledger.deposits.length).toBe(1);
  });

  it('is asked for again once only', async () => {
    const elsewhere = await partners();
    const { simulator, channelA } = await partners({ a: { tokenUrl: `${elsewhere.simulator.url}/connect/token` } });
    expect(await channelA.send(formsFiling())).toMatchObject({
      outcome: 'notSent',
      error: { code: 'ChannelAccessDenied' },
    });
    expect(tokensOf(elsewhere.simulator.calls)).toBe(2);
    expect(simulator.ledger.deposits).toEqual([]);
  });

  it('of wrong credentials leaves nothing sent', async () => {
    const { simulator, channelA } = await partners({ a: { clientSecret: 'wrong' } });
    expect(await channelA.send(formsFiling())).toMatchObject({
      outcome: 'notSent',
      error: { code: 'ChannelAccessDenied' },
    });
    expect(simulator.ledger.deposits).toEqual([]);
    await expect(channelA.list(SIREN)).rejects.toMatchObject({ code: 'ChannelAccessDenied' });
  });
});

describe('a filing on ChannelA', async () => {
  const { simulator, channelA } = await partners({
    script: {
      scenarios: [
        { channel: 'ChannelA', form: '2571', refuse: 'Période déjà déclarée' },
        { channel: 'ChannelA', form: '2573', inconsistent: true },
        { channel: 'ChannelA', form: '2572', withIdentifier: false, steps: [{ afterMs: 10, status: 'deleted' }] },
      ],
    },
  });

  it('can be refused with status 200', async () => {
    expect(await channelA.send(formsFiling('2571'))).toEqual({
      outcome: 'refused',
      message: 'Période déjà déclarée',
      isUnproven: true,
    });
  });

  it('is held when it is inconsistent and must not go then', async () => {
    expect(await channelA.send(formsFiling('2573', true))).toEqual({
      outcome: 'refused',
      message: expect.stringContaining('incohérences'),
    });
    expect(await channelA.send(formsFiling('2573', false))).toMatchObject({ outcome: 'sent' });
  });

  it('may be answered without identifier, and be deleted', async () => {
    const filing = formsFiling('2572');
    expect(await channelA.send(filing)).toMatchObject({ outcome: 'sent', receipt: { channelId: undefined } });
    await simulator.advance(10);
    expect(await channelA.find(question(filing))).toMatchObject({
      declaration: { channelId: 1003, status: 'deleted' },
    });
    expect((await channelA.list(SIREN)).map(({ form }) => form)).toEqual(['2573', '2573']);
  });

  it('must be a test where tests go', async () => {
    const before = simulator.calls.length;
    await expect(channelA.send({ ...formsFiling(), isTest: false })).rejects.toMatchObject({
      code: 'ChannelModeMismatch',
    });
    expect(simulator.calls.length).toBe(before);
  });
});
