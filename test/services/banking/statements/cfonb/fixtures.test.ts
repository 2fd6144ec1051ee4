/**
 * Every fixture against the JSON beside it. After a change of behaviour, look at the difference that
 * `UPDATE_FIXTURES=1 npx vitest run test/services/banking/statements/cfonb/fixtures.test.ts` makes before committing it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bankStatementCheck } from '../../../../../src/commands/bank/statement/check.ts';
import { openBankFile } from '../../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { findingText } from '../../../../../src/services/banking/statements/cfonb/findings.ts';
import { FINDING_KINDS, type FindingKind } from '../../../../../src/services/banking/statements/cfonb/messages.ts';
import { collect } from '../../../../../src/services/kernel/stream.ts';
import type { Context } from '../../../../../src/services/operation/context.ts';
import { FIXTURES, readAll } from './support.ts';

const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.cfonb'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();
const inFolder = (folder: string): string[] => files.filter((name) => name.startsWith(`${folder}/`));
const bytesOf = (name: string): Buffer => readFileSync(join(FIXTURES, name));

/** What `taxops bank statement check FILE --json` prints; the operation uses nothing else of its context. */
async function checked(name: string): Promise<unknown> {
  const context = { signal: new AbortController().signal, language: 'en' } as unknown as Context;
  return collect(await bankStatementCheck.run(context, { files: [{ name, path: join(FIXTURES, name) }] }));
}

/** The first bytes of archives, with nothing to unpack. */
const ARCHIVES = ['refused/gzip.cfonb', 'refused/zip.cfonb'];

const FILLED = /[{}]|undefined|NaN/;

describe('fixtures', () => {
  it.each(ARCHIVES)('%s cannot be unpacked', async (name) => {
    await expect(checked(name)).rejects.toMatchObject({ code: 'ArchiveDamaged' });
  });

  it.each(files.filter((name) => !ARCHIVES.includes(name)))('%s reads as the JSON beside it', async (name) => {
    const json = await checked(name);
    const expectedPath = join(FIXTURES, name.replace(/\.cfonb$/, '.expected.json'));
    if (process.env.UPDATE_FIXTURES) writeFileSync(expectedPath, `${JSON.stringify(json, null, 2)}\n`);
    expect(json).toEqual(JSON.parse(readFileSync(expectedPath, 'utf8')));
  });

  it.each([...inFolder('good'), ...inFolder('deviation')])('%s has no error and balances', async (name) => {
    const { statements, findings } = await readAll(bytesOf(name));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.every(({ tail }) => tail.balanced)).toBe(true);
  });

  it.each(inFolder('good'))('%s has no finding at all', async (name) =>
    expect((await readAll(bytesOf(name))).findings).toEqual([]),
  );

  it.each(inFolder('error'))('%s has an error, and its sound statement is unharmed', async (name) => {
    const { statements, findings } = await readAll(bytesOf(name));
    expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
    const sound = statements.filter(({ head }) => head.account.bankCode === '91234');
    if (name !== 'error/not-a-multiple-of-120.cfonb') expect(sound).toHaveLength(1);
    for (const { tail, movements } of sound) expect([tail.balanced, movements.length]).toEqual([true, 1]);
  });

  it.each(inFolder('refused'))('%s is refused with one finding', async (name) => {
    const file = await openBankFile([bytesOf(name)]);
    expect([file.format, file.log.findings.length]).toEqual([null, 1]);
  });

  it('show every kind of finding but the limits, which would be large', async () => {
    const seen = new Set<FindingKind>();
    for (const name of files) for (const { kind } of (await readAll(bytesOf(name))).findings) seen.add(kind);
    const missing = Object.keys(FINDING_KINDS).filter((kind) => !seen.has(kind as FindingKind));
    // camt.test.ts, csv.test.ts, ofx.test.ts
    expect(missing).toEqual(['BAD_XML', 'BAD_CSV', 'TOO_LARGE', 'DAY_ORDER', 'DOUBLED_MOVEMENT']);
  });

  it('give messages that fill every name, say what to do, and hold no bank data', async () => {
    for (const name of files) {
      for (const finding of (await readAll(bytesOf(name))).findings) {
        for (const language of ['en', 'fr'] as const) {
          const text = findingText(finding, language);
          // The codes of two accounts that disagree are what has to be said.
          const data =
            finding.message === 'otherAccount' ? FILLED : /98765|00042|12345678|91234|FICTIF|IMAGINAIRE|LIBRAIRIE/;
          expect(text).not.toMatch(data);
          expect(text).not.toMatch(FILLED);
          expect(text.length).toBeGreaterThan(FINDING_KINDS[finding.kind].hint[language].length + 15);
        }
      }
    }
  });
});
