import { expect, it } from 'vitest';
import { manifest } from '../../src/commands/operations.ts';
import { readRequest } from '../../src/commands/serve/request.ts';

const LIMITS = { jsonBytes: 1e6, fileBytes: 1e6, files: 10 };

const taking = manifest.filter(({ http, files }) => http && files);

async function send(id: string, name: string) {
  const entry = taking.find((one) => one.id === id);
  if (!entry) throw new Error(`no operation ${id} takes files`);
  const content = `--b\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n\r\ntext\r\n--b--\r\n`;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body: content });
  const { raw, discard } = await readRequest(entry, request, {}, LIMITS);
  await discard();
  return raw.files?.map((file) => file.name);
}

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
