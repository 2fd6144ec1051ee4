/**
 * CSV straight from COPY text, as `documents/csv.ts` would write it from rows: of 200,000 lines nearly all hold nothing
 * that CSV or a spreadsheet would take for something else, and need their tabs replaced and nothing more. The others go
 * cell by cell.
 */
import { copyLines, decodeLine } from '../../../db/copy-text.ts';
import { csvCell, safeCell } from '../../../documents/csv.ts';

const DELIMITER = ';';

/**
 * What COPY escapes (backslash), what CSV quotes, what a spreadsheet runs: a cell that begins with `=`, `+`, `@`, a
 * full-width sign, or with a minus that no number follows.
 */
const SPECIAL = /[\\";]|(?:^|\t)(?:[=+@＝＋－＠]|-(?!\d+(?:[.,]\d+)?(?:\t|$)))/;

/** Semicolons, a byte-order mark, CRLF: what French Excel opens without asking. */
export async function* csvOfCopy(
  headers: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLine(headers)}\r\n`);
  for await (const lines of copyLines(chunks)) {
    let text = '';
    for (const line of lines)
      text += `${SPECIAL.test(line) ? csvLine(decodeLine(line)) : line.replaceAll('\t', DELIMITER)}\r\n`;
    yield Buffer.from(text);
  }
}

const csvLine = (cells: readonly (string | null)[]): string =>
  cells.map((cell) => csvCell(safeCell(cell), DELIMITER)).join(DELIMITER);
