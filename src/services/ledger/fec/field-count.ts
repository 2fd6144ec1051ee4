/**
 * Number of fields per line. One separator too many at the end is harmless when the header ends with it, or when every
 * line does (FEC012); when only some lines do, they are wrong (FEC010).
 */
import { type FindingLog, MAX_FINDINGS_PER_CODE } from './findings.ts';
import type { Layout } from './header.ts';
import type { Row } from './row.ts';

export class FieldCount {
  readonly #layout: Layout;
  readonly #log: FindingLog;
  /** The other number of fields that all lines together may have. */
  readonly #other: number;
  #asHeader = 0;
  #asOther = 0;
  readonly #otherLines: number[] = [];

  constructor(layout: Layout, log: FindingLog) {
    this.#layout = layout;
    this.#log = log;
    this.#other = layout.rawCount > layout.namedCount ? layout.namedCount : layout.rawCount + 1;
  }

  /** Whether the fields of the line can be read by the header. */
  accepts(row: Row, line: number): boolean {
    const { rawCount, namedCount } = this.#layout;
    // Once a line has the fields of the header, one more blank field is a separator inside a text, not at the end.
    const isUsual = row.count === rawCount || (row.count === this.#other && this.#asHeader === 0);
    if (!isUsual) return this.#refuse(row.count, line);
    for (let field = namedCount; field < row.count; field++) {
      if (!row.isBlank(field))
        return row.count === rawCount ? this.#refuseSurplus(line) : this.#refuse(row.count, line);
    }
    if (row.count === rawCount) this.#asHeader++;
    else this.#noteOther(line);
    return true;
  }

  #noteOther(line: number): void {
    this.#asOther++;
    if (this.#otherLines.length < MAX_FINDINGS_PER_CODE) this.#otherLines.push(line);
  }

  #refuse(found: number, line: number): false {
    this.#log.report('FEC010', line, null, () => ({ found, expected: this.#layout.rawCount }));
    return false;
  }

  #refuseSurplus(line: number): false {
    this.#log.report('FEC010.surplus', line, null, () => ({}));
    return false;
  }

  /** Once all lines are in. */
  finish(): void {
    if (this.#asOther === 0) return;
    if (this.#asHeader > 0) {
      for (const line of this.#otherLines) this.#refuse(this.#other, line);
      this.#log.countMore('FEC010', this.#asOther - this.#otherLines.length);
    } else if (this.#layout.rawCount === this.#layout.namedCount) this.#log.add('FEC012', null);
  }
}
