/** Whose declarations and deadlines are shown: chosen by name, as long as there are not too many names. */
import { expect } from 'vitest';
import { eachOf } from '../../support/length.ts';
import { testSite } from '../../support/site.ts';

const site = await testSite();
const { knex } = await site.program.db();
const browser = await site.browser();
const french = await site.browser(undefined, { 'accept-language': 'fr' });
const addFolders = (from: number, to: number) =>
  knex.raw(
    `insert into folder (company_id, name) select (select min(id) from company), 'DOSSIER ' || n from generate_series(?::integer, ?) n`,
    [from, to],
  );
await knex('company').insert({ name: 'CABINET' });
await addFolders(1, 500);

eachOf(['/declarations', '/deadlines'], 1)(
  '%s offers folders by name, and says when they are too many',
  async (path) => {
    await knex('folder').where({ name: 'DOSSIER 501' }).delete();
    const few = (await browser.get(path)).text;
    expect([few.includes('>DOSSIER 500<'), few.includes('too many')]).toEqual([true, false]);
    await addFolders(501, 501);
    const [many, inFrench] = [(await browser.get(`${path}?accountingFolderId=7`)).text, (await french.get(path)).text];
    expect(many).toContain('501 folders are too many to choose from here');
    expect([many.includes('>DOSSIER 7<'), many.includes('>DOSSIER 500</option>')]).toEqual([true, false]);
    expect(inFrench).toContain('501 dossiers, trop pour choisir ici');
  },
);
