import { expect, it } from 'vitest';
import { loadExcel } from '../../../src/services/documents/excel.ts';

it('the library writes and reads a workbook', async () => {
  const { Workbook } = await loadExcel();
  const [book, read] = [new Workbook(), new Workbook()];
  book.addWorksheet('A').addRow(['x', 1]);
  await read.xlsx.load(await book.xlsx.writeBuffer());
  expect(read.getWorksheet('A')?.getCell('B1').value).toBe(1);
});
