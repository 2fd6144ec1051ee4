/** An export over HTTP, from the question to the bytes: the address works, for whoever may see the folder. */
import { expect, it } from 'vitest';
import { addAssets, inRegister } from '../../../src/services/assets/register/write-asset.ts';
import { openDatabase } from '../../../src/services/db/database.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { draftOf, folderWith } from '../../services/assets/folder.ts';
import { body, plan } from '../../services/assets/sample.ts';
import { testContext } from '../../support/context.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';

const settings = await testDatabaseSettings(true);

it('is downloaded from its address by readers of the folder alone', async () => {
  const db = await openDatabase({ ...settings, schema: 'ignore' });
  const folderId = await folderWith(db);
  const draft = draftOf(body('1000.00', '2024-01-01', plan(5)));
  await inRegister(testContext(db), folderId, (register) => addAssets(register, [draft]));
  await db.close();

  const reader = (folder: number): Actor => ({
    kind: 'user',
    userId: 'u',
    clientId: 'c',
    companyId: 1,
    folders: new Set([folder]),
    rights: RIGHTS_OF_ACCESS.read,
  });
  let actor = reader(folderId);
  const { app, program } = await testApp({ TAXOPS_DATABASE_URL: settings.url ?? '' }, async () => actor);
  const route = `/api/fixed-assets/accounting-folders/${folderId}/assets/export`;
  const query = 'exportType=Csv&startDate=2025-01-01&endDate=2025-12-31&columns=Name,AcquisitionValue';
  const answer = await app.request(`${route}?${query}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  const { Filename, Url } = (await answer.json()) as { Filename: string; Url: string };
  expect(Filename).toBe('Fixed-assets-ALPHA-2025-12-31.csv');

  const file = await app.request(Url);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file.headers.get('content-disposition')).toContain(Filename);
  expect(await file.text()).toBe('Name,Acquisition value\r\nMachine,1000.00\r\n');

  actor = reader(folderId + 1);
  expect((await app.request(Url)).status).toBe(404);
  expect((await app.request(`${route}?${query}`, { method: 'POST' })).status).toBe(404);
  actor = { kind: 'anonymous' };
  expect((await app.request(Url)).status).toBe(401);
  await program.close();
});
