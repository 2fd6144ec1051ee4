import { expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { readRequest } from '../../src/commands/serve/request.ts';

const LIMITS = { jsonBytes: 1e6, fileBytes: 1e6, files: 10 };

const taking = manifest.filter(({ http, files }) => http && files);

async function read(id: string, ...parts: readonly string[]) {
  const entry = taking.find((one) => one.id === id);
  if (!entry) throw new Error(`no operation ${id} takes files`);
  const content = parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('');
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body: `${content}--b--\r\n` });
  const { raw, discard } = await readRequest(entry, request, {}, LIMITS);
  await discard();
  return raw;
}

const file = (name: string, field = 'File') => `name="${field}"; filename="${name}"\r\n\r\ntext`;

const send = async (id: string, name: string) => (await read(id, file(name))).files?.map((one) => one.name);

it.each(taking.map(({ id }) => [id]))('a path is no file name for %s', async (id) => {
  await expect(send(id, '../../etc/p2.txt')).rejects.toMatchObject({ code: 'FileNameInvalid', kind: 'invalid' });
});

it.each(['/etc/passwd', '..\\\\a.txt', 'C:a.txt', '..', 'a\u0001.txt', 'n'.repeat(300)])(
  '%j is refused',
  async (name) => {
    await expect(send('bank.statement.import', name)).rejects.toMatchObject({ code: 'FileNameInvalid' });
  },
);

it.each(['relevé d’août.cfonb', '.hidden', 'a..b.txt', '-'])('%j is kept', async (name) => {
  expect(await send('bank.statement.import', name)).toEqual([name]);
});

it('takes fields of a form as parameters, and none that it would leave out', async () => {
  const { query } = await read('bank.document.add', file('f.pdf'), 'name="amount"\r\n\r\n936.00');
  expect(query).toMatchObject({ amount: '936.00' });
  await expect(read('bank.document.add', file('f.pdf'), 'name="Amount"\r\n\r\n936.00')).rejects.toMatchObject({
    code: 'InvalidInput',
    issues: [{ path: 'Amount', message: expect.stringContaining('Did you mean amount?') }],
  });
  await expect(read('bank.document.add', file('f.pdf', 'Datei'))).rejects.toMatchObject({
    code: 'InvalidInput',
    issues: [{ path: 'Datei', message: 'not File' }],
  });
});
