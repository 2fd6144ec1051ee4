/** Place and group of every data line: 16 bytes a line, kept only when the file will be read again for an import. */
import { IntColumn, type MemoryBudget, NumberColumn } from './memory.ts';

export class LineIndex {
  size = 0;
  readonly #offsets: NumberColumn;
  readonly #lines: IntColumn;
  readonly #groups: IntColumn;
  /** Cut of each line on the running balance, while all lines bear one number. */
  #cuts: IntColumn | undefined;

  constructor(budget: MemoryBudget) {
    this.#offsets = new NumberColumn(budget);
    this.#lines = new IntColumn(budget);
    this.#groups = new IntColumn(budget);
    this.#cuts = new IntColumn(budget);
  }

  /** `cut` is -1 once two numbers were seen. */
  add(offset: number, line: number, group: number, cut: number): void {
    const at = this.size++;
    this.#offsets.reserve(at);
    this.#lines.reserve(at);
    this.#groups.reserve(at);
    this.#offsets.values[at] = offset;
    this.#lines.values[at] = line;
    this.#groups.values[at] = group;
    if (cut < 0) this.#cuts = undefined;
    this.#cuts?.reserve(at);
    if (this.#cuts) this.#cuts.values[at] = cut;
  }

  /** First byte of a data line in the file. */
  offset(at: number): number {
    return this.#offsets.values[at] as number;
  }

  /** Line number in the file, from 1. */
  line(at: number): number {
    return this.#lines.values[at] as number;
  }

  group(at: number): number {
    return this.#groups.values[at] as number;
  }

  cut(at: number): number {
    return this.#cuts?.values[at] ?? -1;
  }
}
