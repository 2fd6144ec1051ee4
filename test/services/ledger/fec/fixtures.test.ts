/**
 * Every file of fixtures/fec against the JSON beside it. After a wanted change of behaviour, write the JSON again with
 * `UPDATE_FIXTURES=1 npx vitest run test/services/ledger/fec/fixtures.test.ts`, and read the difference.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckShape } from '../../../../src/commands/ledger/check.ts';
import { toWire } from '../../../../src/commands/operation/wire.ts';
import type { FecOptions } from '../../../../src/services/ledger/fec/check.ts';
import { readFec } from '../../../../src/services/ledger/fec/read.ts';
import { LEGAL_NAME, places } from './fec-text.ts';

const FOLDER = new URL('../../../../fixtures/fec/', import.meta.url);

interface Expected {
  readonly Options: FecOptions;
  readonly Verdict: string;
}

/** Options of the fixtures that do not read as a plain FEC; several runs of one file are several objects. */
const OPTIONS: Readonly<Record<string, readonly FecOptions[]>> = {
  'ba-cash.txt': [{ form: 'BA-cash' }],
  'bnc-cash.txt': [{ form: 'BNC-cash' }],
  'commercial-blank.txt': [{ form: 'commercial' }],
  'habits.txt': [{}, { strict: true }],
};

async function run(file: string, options: FecOptions) {
  const path = new URL(file, FOLDER).pathname;
  const { check, ledger } = await readFec(path, { fileName: LEGAL_NAME, ...options });
  const wire = toWire(CheckShape, check);
  const entries: string[] = [];
  for await (const batch of ledger?.batches() ?? []) {
    for (const { key, lines, isOpening, validationDate } of batch) {
      const marks = [isOpening ? 'opening' : '', validationDate === null ? 'draft' : ''].filter((mark) => mark !== '');
      entries.push(
        [key.replaceAll('\t', ' '), `lines ${lines.map(({ line }) => line).join(' ')}`, ...marks].join(', '),
      );
    }
  }
  return {
    Options: options,
    Verdict: wire.Verdict,
    Counts: wire.Counts,
    Findings: places(check),
    Figures: wire.Figures,
    Grouping: ledger?.grouping ?? null,
    Entries: entries,
    Journals: ledger?.journals.map(({ code, type }) => `${code} ${type}`) ?? [],
    Labels: ledger ? [...ledger.accounts()].map(({ number, label }) => `${number} ${label}`) : [],
    Letterings: ledger ? [...ledger.letterings()].map(({ code, sum, date }) => `${code} ${sum} ${date}`) : [],
  };
}

describe('fixtures/fec', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

  it.each(files)('%s', async (file) => {
    const results = [];
    for (const options of OPTIONS[file] ?? [{}]) results.push(await run(file, options));
    const place = new URL(file.replace('.txt', '.expected.json'), FOLDER);
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(place, `${JSON.stringify(results, null, 2)}\n`);
    const expected = JSON.parse(readFileSync(place, 'utf8')) as Expected[];
    expect(results).toEqual(expected);
  });

  it('holds what its README lists', () => {
    const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
    const listed = [...readme.matchAll(/^\| `([^`]+\.txt)` \|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(files.sort());
    for (const file of files) expect(existsSync(new URL(file.replace('.txt', '.expected.json'), FOLDER))).toBe(true);
  });
});
