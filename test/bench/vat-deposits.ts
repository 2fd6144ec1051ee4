/**
 * Building the files of 2,000 VAT returns and sealing them for the archive, against writing the same files alone, in one
 * process: `npm run ts test/bench/vat-deposits.ts [DEPOSITS] [ROUNDS]`.
 */
import { performance } from 'node:perf_hooks';
import { writeXmlEdi } from '../../src/services/edi/xml-edi-write.ts';
import { secretBox } from '../../src/services/secrets/secret-box.ts';
import { vatDeposit } from '../../src/services/vat/filing/deposit.ts';
import { DEPOSITS } from '../services/vat/filing/deposits.ts';
import { readXmlEdi } from '../support/xml-edi-read.ts';
import { median, report } from './child.ts';
import { roundsOf, sized } from './size.ts';

const [count = sized(2_000), rounds = roundsOf(3)] = process.argv.slice(2).map(Number);
const deposit = DEPOSITS['a CA3 with two payments'];
const file = await readXmlEdi(vatDeposit(deposit).bytes);
const box = secretBox('00'.repeat(32));

const rate = (work: (index: number) => void): number => {
  const started = performance.now();
  for (let index = 0; index < count; index++) work(index);
  return (count * 1000) / (performance.now() - started);
};
const writer = () => rate(() => void writeXmlEdi(file));
const whole = () => rate((index) => void box.seal(vatDeposit(deposit).bytes, `vat ${index}`));

writer();
whole();
const measured = Array.from({ length: rounds }, () => [writer(), whole()] as const);
const [alone, sealed] = [0, 1].map((which) => median(measured.map((pair) => pair[which] ?? 0)));
const rates = `${Math.round(sealed ?? 0)}/s, ${Math.round(alone ?? 0)}/s`;
report(
  `${count} deposits built and sealed, to the writer alone`,
  rates,
  'half at least',
  (sealed ?? 0) >= (alone ?? 0) / 2,
);
