/**
 * Groups of records (a statement, a sequence) as a lazy stream. A parser is stepped over the window; a group is handed
 * out when its first record is read, its items are decoded only if they are asked for, and what is not asked for is
 * still checked and summed. Memory holds one batch of items, whatever the size of the file.
 */
import type { ByteWindow } from './byte-window.ts';

/** `more`: fill the window; `opened`: `head` is ready; `batch`: items wait; `closed`: `tail` is ready; `end`: no more. */
export type ParserStep = 'more' | 'opened' | 'batch' | 'closed' | 'end';

export interface GroupParser<Head, Item, Tail> {
  /** Goes on to the next event; items are decoded only when `decode` is set. */
  step(decode: boolean): ParserStep;
  readonly head: Head;
  takeItems(): Item[];
  readonly tail: Tail;
}

/** One group of the file. It must be used before the next one is asked for. */
export class GroupReading<Head, Item, Tail> {
  readonly head: Head;
  readonly #window: ByteWindow;
  readonly #parser: GroupParser<Head, Item, Tail>;
  #tail: Tail | undefined;

  constructor(window: ByteWindow, parser: GroupParser<Head, Item, Tail>) {
    this.head = parser.head;
    this.#window = window;
    this.#parser = parser;
  }

  /** The items in file order, in batches. To be iterated once, before `finish`. */
  async *items(): AsyncGenerator<readonly Item[]> {
    while (this.#tail === undefined) {
      const step = await this.#step(true);
      if (step === 'batch') yield this.#parser.takeItems();
    }
  }

  /** Checks what has not been read of the group, and gives its end. */
  async finish(): Promise<Tail> {
    while (this.#tail === undefined) await this.#step(false);
    return this.#tail;
  }

  async #step(decode: boolean): Promise<ParserStep> {
    const step = this.#parser.step(decode);
    if (step === 'more') await this.#window.fill();
    if (step === 'closed') this.#tail = this.#parser.tail;
    return step;
  }
}

/** Every group in file order. A group that is not finished when the next is asked for is finished first. */
export async function* readGroups<Head, Item, Tail>(
  window: ByteWindow,
  parser: GroupParser<Head, Item, Tail>,
): AsyncGenerator<GroupReading<Head, Item, Tail>> {
  for (;;) {
    const step = parser.step(false);
    if (step === 'end') return;
    if (step === 'more') await window.fill();
    if (step !== 'opened') continue;
    const reading = new GroupReading(window, parser);
    yield reading;
    await reading.finish();
  }
}
