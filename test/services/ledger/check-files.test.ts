/** The check of several files: the worst verdict, every finding under the name of its file, the sums. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFiles } from '../../../src/services/ledger/check-files.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { zip } from '../edi/archives.ts';

const db = await testDatabase();
const GOOD = '732829320FEC20241231.txt';
const example = readFileSync('fixtures/fec/worked-example.txt');

function archive(files: Readonly<Record<string, Uint8Array>>): { name: string; path: string } {
  const path = join(temporaryFolder('check'), 'exports.zip');
  writeFileSync(path, zip(files));
  return { name: 'exports.zip', path };
}

it('of an archive of one file is the check of that file', async () => {
  const check = await checkFiles(testContext(db), archive({ [GOOD]: example }), {});
  expect(check).toMatchObject({ verdict: 'Accepted', files: null, figures: { siren: '732829320', lines: 5 } });
});

it('tells the exercise that an import would make of the file', async () => {
  const check = await checkFiles(testContext(db), archive({ [GOOD]: example }), {});
  expect(check.figures).toMatchObject({ exerciseStart: '2024-01-01', exerciseEnd: '2024-12-31' });
  const { figures } = await checkFiles(testContext(db), archive({ '732829320FEC20240930.txt': example }), {});
  expect(figures).toMatchObject({ exerciseStart: '2024-02-01', exerciseEnd: '2024-09-30' });
});

it('of several adds them up and is refused with the worst', async () => {
  const given = archive({ [GOOD]: example, 'excel.txt': readFileSync('fixtures/fec/bad-semicolon.txt') });
  const check = await checkFiles(testContext(db), given, {});
  expect(check).toMatchObject({ verdict: 'Refused', counts: { FEC002: 1 }, figures: { lines: 5, siren: null } });
  expect(check.findings.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^excel\.txt: .+Excel/));
  expect(check.files?.map(({ file, verdict }) => [file, verdict])).toEqual([
    [GOOD, 'Accepted'],
    ['excel.txt', 'Refused'],
  ]);
});
