/**
 * Where the code uses more of a library than its documentation promises. A new version of one of these fails here: look
 * at what is used of it, at the place that is named, before the version is written down.
 */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import exceljs from 'exceljs';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';

const installed = (name: string): unknown =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

const source = (path: string): string => readFileSync(`src/services/${path}`, 'utf8');

describe('a library used beyond its documentation', () => {
  it.each([
    ['pdfkit', '0.20.2', 'documents/pdf-text.ts', '_font'],
    ['exceljs', '4.4.0', 'documents/xlsx.ts', '_writableState'],
  ])('%s is %s, and is so used by %s', (name, version, path, use) => {
    expect(installed(name)).toBe(version);
    expect(source(path)).toContain(use);
  });
});

describe('what is used of it', () => {
  it('pdfkit: a font shapes a text and has a reference, a page lists its fonts, and takes operators', () => {
    const doc = new PDFDocument();
    const inside = Object.assign(doc, {}) as InstanceType<typeof PDFDocument> & {
      readonly _font: {
        readonly id: string;
        readonly ascender: number;
        encode(text: string): [string[], { readonly advanceWidth: number }[]];
        ref(): unknown;
      };
      readonly page: { readonly fonts: Record<string, unknown> };
      addContent: unknown;
    };
    const [codes, positions] = inside._font.encode('A');
    expect([codes.length, positions[0]?.advanceWidth]).toEqual([1, expect.any(Number)]);
    expect(inside._font).toMatchObject({ id: expect.any(String), ascender: expect.any(Number) });
    expect(inside._font.ref()).toBeTypeOf('object');
    expect(inside.page.fonts).toBeTypeOf('object');
    expect(inside.addContent).toBeTypeOf('function');
  });

  it('exceljs: a sheet that is streamed has pipes, which count what waits in them', () => {
    const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: new PassThrough() });
    const sheet = book.addWorksheet('x');
    sheet.addRow(['x']).commit();
    expect(sheet).toMatchObject({ stream: { pipes: [{ _writableState: { length: expect.any(Number) } }] } });
  });
});
