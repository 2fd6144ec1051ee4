import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { internalChannel } from '../../../src/services/channels/internal-channel.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { EDI_FILE, END, ediFiling, formsFiling, NOW, SIREN } from './partners.ts';

describe('the hand-over folder', () => {
  const home = temporaryFolder('handover');
  const folder = join(home, 'new', 'handover');
  const channel = internalChannel(folder);
  const filing = ediFiling();
  const name = `${SIREN}_2571_${END}_${filing.reference}.xml`;

  it('receives whole files, for their owner only', async () => {
    expect(await channel.send(filing)).toEqual({ outcome: 'sent', receipt: {} });
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name)).equals(EDI_FILE)).toBe(true);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('takes the same filing again for the same, and another one under its reference for an error', async () => {
    expect(await channel.send(filing)).toEqual({ outcome: 'sent', receipt: {} });
    const other = { ...filing, payload: { ...filing.payload, content: Buffer.from('other') } };
    expect(await channel.send(other)).toMatchObject({ outcome: 'notSent', error: { code: 'HandoverTaken' } });
    expect(readFileSync(join(folder, name)).equals(EDI_FILE)).toBe(true);
  });

  it('answers whether a filing is there', async () => {
    const question = { ...filing, attemptedAt: NOW };
    expect(await channel.find(question)).toMatchObject({ outcome: 'found' });
    expect(await channel.find({ ...question, reference: 'REF0' })).toEqual({ outcome: 'notFound' });
  });

  it('lets no name leave the folder', async () => {
    const filing = { ...formsFiling(), reference: '../../x', form: '/etc/..' };
    await channel.send(filing);
    expect(readdirSync(folder)).toContain(`${SIREN}_etc_${END}_x.json`);
  });

  it('says when it cannot write', async () => {
    const blocked = internalChannel(join(folder, name, 'below-a-file'));
    expect(await blocked.send(ediFiling())).toMatchObject({ outcome: 'notSent', error: { code: 'HandoverFailed' } });
    expect(await blocked.find({ ...filing, attemptedAt: NOW })).toMatchObject({ outcome: 'uncertain' });
  });
});
