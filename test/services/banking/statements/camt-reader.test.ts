import { expect, it } from 'vitest';
import { CamtReader } from '../../../../src/services/banking/statements/camt/camt-reader.ts';
import { AccountRegister } from '../../../../src/services/banking/statements/cfonb/account-register.ts';
import { continuityGap } from '../../../../src/services/banking/statements/cfonb/continuity.ts';
import { FindingLog } from '../../../../src/services/banking/statements/cfonb/findings.ts';
import { writeCamt053 } from '../../../support/write-camt.ts';
import { account, day, ibanOf, statement } from './world.ts';

const DAY = statement(['03-03', 1000], '03-04', [
  ['03-04', -250, 'CAFÉ & THÉ'],
  ['03-04', 50, 'ÉTÉ'],
]);

function read(text: string, size: number, limit = 9) {
  const log = new FindingLog();
  const reader = new CamtReader(log, new AccountRegister(limit), 'utf-8');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  reader.end();
  const events = reader.takeEvents().map((event) => (event.kind === 'movement' ? event.decode() : event));
  return { events, findings: log.findings };
}

it('reads the same whatever the chunks, in the middle of letters and of entities too', () => {
  const text = writeCamt053([DAY, { ...DAY, account: account(2) }], ibanOf);
  const whole = read(text, text.length * 2);
  expect(whole.events).toMatchObject([
    { kind: 'opened', head: { startBalance: { date: '2026-03-03', units: 1000 } } },
    { label: 'OPERATION CAFÉ & THÉ', units: -250, counterpartyName: null, complements: { payerName: 'CAFÉ & THÉ' } },
    { label: 'OPERATION ÉTÉ', units: 50, counterpartyName: 'ÉTÉ' },
    { kind: 'closed', tail: { balanced: true, movements: 2 } },
    { kind: 'opened' },
    {},
    {},
    { kind: 'closed' },
  ]);
  expect(read(text, 1)).toEqual(whole);
});

it('says when a message names more accounts than are read', () => {
  const text = writeCamt053([DAY, { ...DAY, account: account(2) }], ibanOf);
  expect(read(text, 4096, 1).findings).toMatchObject([{ kind: 'TOO_LARGE', params: { limit: 1 } }]);
});

it('says what an entry in another currency, without a sign or without a day lacks', () => {
  const text = writeCamt053([DAY], ibanOf)
    .replace('<Amt Ccy="EUR">2.50', '<Amt Ccy="USD">2.50')
    .replace('<BookgDt><Dt>2026-03-04</Dt></BookgDt><ValDt><Dt>2026-03-04</Dt></ValDt>', '');
  expect(read(text, 4096).findings.map(({ message }) => message)).toEqual(['badEntryDate', 'otherEntryCurrency']);
});

it('a balance of another day than the one before is a gap of days', () => {
  const gap = continuityGap({ date: day('03-04'), units: 5 }, { date: day('03-05'), units: 5 }, 2);
  expect(gap).toMatchObject({ message: 'dateGap' });
});
