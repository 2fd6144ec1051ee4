/** `bank statement check --format table` against a loop that only streams the file and decodes the amounts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { median, report, runNode } from './child.ts';
import { generateCfonb } from './generate-cfonb.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const ROUNDS = roundsOf(5);
const [movements = sized(200_000), many = sized(2_000_000)] = process.argv.slice(2).map(Number);

/** The least that a reader of these files must do: split records, read the decimals and the overpunched amount. */
const FLOOR = `
import { createReadStream } from 'node:fs';
const digits = new Map([...'{ABCDEFGHI'].map((c, i) => [c.charCodeAt(0), [i, 1]]).concat([...'}JKLMNOPQR'].map((c, i) => [c.charCodeAt(0), [i, -1]])));
let rest = Buffer.alloc(0), sum = 0;
for await (const chunk of createReadStream(process.argv[1], { highWaterMark: 262144 })) {
  const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
  let start = 0;
  for (let end = bytes.indexOf(10, start); end >= 0; end = bytes.indexOf(10, start)) {
    if (bytes[start] === 48 && bytes[start + 1] !== 53) {
      let value = 0;
      for (let at = start + 90; at < start + 103; at++) value = value * 10 + bytes[at] - 48;
      const [digit, sign] = digits.get(bytes[start + 103]) ?? [0, 1];
      sum += sign * (value * 10 + digit);
    }
    start = end + 1;
  }
  rest = bytes.subarray(start);
}
`;

const folder = benchHome();
const file = join(folder, 'statements.txt');
await generateCfonb(file, movements);
const floor: number[] = [];
const check: number[] = [];
let megabytes = 0;
for (let round = 0; round < ROUNDS; round++) {
  floor.push((await runNode(['--input-type=module', '-e', FLOOR, file])).seconds);
  const cost = await runNode(['bin/taxops.js', 'bank', 'statement', 'check', file, '--format', 'table']);
  check.push(cost.seconds);
  megabytes = Math.max(megabytes, cost.megabytes);
}
const ratio = median(check) / median(floor);
report(`statement check of ${movements} movements, to the floor`, `${ratio.toFixed(2)} x`, '3 x', ratio <= 3);
report('its memory', `${megabytes.toFixed(0)} MB`, '150 MB', megabytes <= 150);

const large = join(folder, 'many.txt');
await generateCfonb(large, many);
const cost = await runNode(['bin/taxops.js', 'bank', 'statement', 'check', large, '--format', 'table']);
report(`memory at ${many} movements`, `${cost.megabytes.toFixed(0)} MB`, '150 MB', cost.megabytes <= 150);
rmSync(folder, { recursive: true, force: true });
