/** Sizes of archives, and charts as text. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { svgChart } from '../../../src/services/documents/svg-chart.ts';
import { inflatedSize } from '../../../src/services/documents/zip-size.ts';

/** A zip of one entry, which says of itself that it holds nothing. */
function zipOf(content: Buffer, { method = 8, flags = 0 } = {}): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed.length, 20);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}

describe('what a zip holds', () => {
  const content = Buffer.alloc(5_000, 'a');
  it('is counted by unpacking it, up to a limit', () => {
    expect(inflatedSize(zipOf(content), 10_000)).toBe(5_000);
    expect(inflatedSize(zipOf(content, { method: 0 }), 10_000)).toBe(5_000);
    expect(inflatedSize(zipOf(content), 4_999)).toBe(5_000);
    expect(inflatedSize(zipOf(content), 100)).toBe(101);
  });

  it.each([
    ['cut', zipOf(content).subarray(0, 60)],
    ['encrypted', zipOf(content, { flags: 1 })],
    ['packed in an unusual way', zipOf(content, { method: 12 })],
  ])('is refused when it is %s', (reason, zip) => expect(() => inflatedSize(zip, 10_000)).toThrow(reason));
});

it('a chart is the same text each time, without what a mouse does', async () => {
  const series = [
    {
      name: 'Solde',
      color: '#123456',
      points: [
        ['2024-01-01', 1],
        ['2024-08-01', 3],
      ] as const,
    },
  ];
  const draw = () =>
    svgChart({ title: 'Banque', kind: 'steps', series, valueText: (value) => `${value} €`, language: 'fr' }, 'c1');
  const svg = await draw();
  expect(svg).toContain('Banque');
  expect(svg).toContain('#123456');
  expect(svg).toContain('3 €');
  expect(svg).toContain('Juil');
  expect(svg).not.toMatch(/<style|zr\d/);
  expect(await draw()).toBe(svg);
});
