/** Answers that are large, compressed for those who take that; a disk without room is no bug. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/commands/program/problem.ts';
import { answer } from '../../src/commands/serve/response.ts';
import { FileResult } from '../../src/services/kernel/stream.ts';

const gzip = new Headers({ 'Accept-Encoding': 'br, gzip' });
const large = { Lines: Array.from({ length: 5_000 }, (_, id) => ({ id, label: 'VENTES' })) };
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('an answer', () => {
  it('that is large is compressed for a caller who takes that, and says so to caches', async () => {
    const response = answer(large, 200, gzip);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const packed = await bytes(response);
    expect(packed.length).toBeLessThan(JSON.stringify(large).length / 4);
    expect(JSON.parse(gunzipSync(packed).toString())).toEqual(large);
  });

  it.each([[{}], [{ 'Accept-Encoding': 'identity' }], [{ 'Accept-Encoding': 'gzip;q=0' }]])(
    'is left as it is for one who sends %j',
    async (headers) => {
      const response = answer(large, 200, new Headers(headers));
      expect([response.headers.get('content-encoding'), await response.json()]).toEqual([null, large]);
    },
  );

  it('that is small, or a file that is compressed already, is left as it is', async () => {
    expect(answer({ a: 1 }, 200, gzip).headers.get('content-encoding')).toBeNull();
    const file = (fileName: string, contentType: string) =>
      answer(new FileResult(fileName, contentType, pieces()), 200, gzip).headers.get('content-encoding');
    expect([file('a.pdf', 'application/pdf'), file('a.csv', 'text/csv; charset=utf-8')]).toEqual([null, 'gzip']);
  });
});

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a;b\n');
}

describe('a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('%s is 507 and exit 7, with what to free', (code) => {
    const { problem, exitCode } = describeFailure(Object.assign(new Error('write'), { code }), 'fr', 'id');
    expect([problem.status, problem.code, exitCode]).toEqual([507, 'DiskFull', 7]);
    expect(problem.hint).toContain('Libérez de la place');
  });
});
