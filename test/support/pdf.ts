/** The text of a PDF of ours: enough of the format for what pdfkit writes, so that quick tests need no other program. */
import { inflateSync } from 'node:zlib';

/** Lines of text of each page, in the order they were drawn. */
export function pdfPages(pdf: Buffer): string[][] {
  const source = pdf.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const maps = fontMaps(objects);
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => pageLines(streamOf(objects.get(/\/Contents (\d+)/.exec(body)?.[1] ?? '') ?? ''), maps));
}

/** As long as its dictionary says: the last byte of what is compressed may itself be an end of line. */
function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0);
  if (!start || length === 0) return '';
  const from = start.index + start[0].length;
  return inflateSync(Buffer.from(body.slice(from, from + length), 'latin1')).toString('latin1');
}

/** Characters by font name and glyph code. */
function fontMaps(objects: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const names = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    names.map(([, name = '', id = '']) => {
      const unicode = /\/ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1] ?? '';
      return [name, readCmap(streamOf(objects.get(unicode) ?? ''))];
    }),
  );
}

function readCmap(text: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first = '0', , list = ''] of text.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    const values = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => hex.replaceAll(' ', ''));
    values.forEach((hex, index) => {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      map.set(code, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
    });
  }
  return map;
}

const pageLines = (content: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] =>
  [...content.matchAll(/BT \/(F\d+) [\d.]+ Tf (.*?) ET/g)].map(([, font = '', shown = '']) =>
    [...shown.matchAll(/<([0-9a-f]*)> Tj/g)]
      .map(([, codes = '']) => codes.replace(/.{4}/g, (code) => maps.get(font)?.get(code) ?? '?'))
      .join('|'),
  );
