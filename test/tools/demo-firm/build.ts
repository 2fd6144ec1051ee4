/** All the files of fixtures/demo, in memory. */
import { assetList } from './assets.ts';
import { brindefer } from './brindefer/year.ts';
import { JOURNALS } from './chart.ts';
import { fecFile } from './fec.ts';
import { folderFigures } from './figures.ts';
import { firm } from './firm.ts';
import type { Folder } from './folder.ts';
import { assetFile, bankFolder, fecName } from './names.ts';
import { pixelune } from './pixelune/year.ts';
import { readme } from './readme.ts';
import { vermelhaine } from './vermelhaine/year.ts';

/** Path relative to fixtures/demo, and content. */
export function buildDemo(): Map<string, Buffer> {
  const folders = [pixelune(), vermelhaine(), brindefer()];
  const described = folders.map((folder) => ({ folder, figures: folderFigures(folder) }));
  const expected = { Folders: described.map(({ figures }) => figures) };
  return new Map([
    ['.gitattributes', Buffer.from('* -text\n')], // line ends are part of the fixtures
    ['README.md', Buffer.from(readme(described))],
    ['firm.json', json(firm(folders))],
    ['expected.json', json(expected)],
    ...folders.flatMap(folderFiles),
  ]);
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

function folderFiles(folder: Folder): [string, Buffer][] {
  const labels = { journals: JOURNALS, accounts: folder.accountLabels };
  return [
    [fecName(folder), fecFile(folder.book, labels, folder.fecStyle)],
    [assetFile(folder), Buffer.from(assetList(folder.assets))],
    ...folder.files.map(({ name, content }): [string, Buffer] => [`${bankFolder(folder)}/${name}`, content]),
  ];
}
