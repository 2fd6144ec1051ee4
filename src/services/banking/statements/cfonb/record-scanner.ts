/**
 * Cuts bytes into records of 120 or 240 characters, whatever ends them: CRLF, LF, CR, DOS end-of-file or nothing at
 * all. Blank lines are skipped, blanks lost or added at the end of a line are put right, control characters are read
 * as blanks, and lines that cannot be records are reported with their fault, so that the reader can go on after them.
 */
import type { ByteWindow } from './byte-window.ts';
import { CR, DOS_END, isBreak, LF, LineBreaks } from './line-breaks.ts';
import { codeAt, codeTable, isDigits, type RecordFormat, viewOf } from './record-format.ts';
import {
  afterCharacters,
  characterBoundary,
  hasHighByte,
  isInkless,
  mixedLength,
  multiByteText,
  startsWithBom,
} from './record-text.ts';

/** `more`: fill the window and call again; `end`: no record is left. */
export type Scan = 'record' | 'more' | 'end';

export type LineFault = 'unknownRecord' | 'tooShort' | 'tooLong' | 'notMultiple' | 'mixedEncodings';

/** A field of a record: `at` counts from 0. */
export interface Field {
  readonly name: string;
  readonly at: number;
  readonly length: number;
}

const BLANK = 32;
/** Characters before the blank. */
const CONTROLS = /[^ -\uffff]/g;
/** A line is looked at so far to judge it; only blanks may follow in a line that is longer. */
const LOOK = 4096;

/** A line from `start` to `stop`, where it ends if it is complete; else the look-ahead does. */
interface Line {
  readonly start: number;
  readonly stop: number;
  readonly complete: boolean;
}

export class RecordScanner {
  /** The record: `format.length` bytes of `bytes` from `at`, valid until the next call. */
  bytes: Buffer;
  /** The same as `bytes`. */
  view: DataView;
  at = 0;
  /** Its first two bytes, see `recordCode`. */
  code = 0;
  /** Non-blank records read so far, the current one included. */
  record = 0;
  /** Physical line of the record. */
  line = 1;
  fault: LineFault | null = null;
  /** Blanks were missing at the end (`padded`) or in excess (`trimmed`). */
  mended: 'padded' | 'trimmed' | null = null;
  /** Characters the record had in the file. */
  size: number;

  readonly #window: ByteWindow;
  readonly #format: RecordFormat;
  readonly #isCode: Uint8Array;
  readonly #breaks: LineBreaks;
  readonly #scratch: Buffer;
  readonly #windowView: DataView;
  readonly #scratchView: DataView;
  /**
   * The record as text, made when first asked for, unless it was decoded from UTF-8: `bytes` then has `?` in place of
   * characters beyond ISO-8859-1.
   */
  #text: string | null = null;
  #lines = 1;
  #afterCr = false;
  /** The bytes at hand follow a record without a line break. */
  #joined = false;
  readonly #lastMark = Buffer.alloc(8);
  /** What is left of an over-long line: blanks that must be checked, or anything, dropped. */
  #tail: 'blanks' | 'anything' | null = null;
  /** The file has shown that it is UTF-8. */
  #isUtf8: boolean;

  constructor(window: ByteWindow, format: RecordFormat, isUtf8: boolean) {
    this.#window = window;
    this.#format = format;
    this.#breaks = new LineBreaks(window);
    this.#isCode = codeTable(format.codes);
    this.#scratch = Buffer.alloc(format.length, BLANK);
    this.bytes = window.bytes;
    this.#windowView = viewOf(window.bytes);
    this.#scratchView = viewOf(this.#scratch);
    this.view = this.#windowView;
    this.size = format.length;
    this.#isUtf8 = isUtf8;
  }

  next(): Scan {
    this.fault = null;
    this.mended = null;
    this.#text = null;
    for (;;) {
      if (this.#tail !== null) {
        const scan = this.#passTail();
        if (scan !== null) return scan;
      }
      this.#passLf();
      if (this.#plainRecord()) return 'record';
      const scan = this.#otherLine();
      if (scan !== null) return scan;
    }
  }

  /** The characters of a field, blanks included; control characters are read as blanks. */
  text(field: Field): string {
    this.#text ??= this.bytes.toString('latin1', this.at, this.at + this.#format.length).replace(CONTROLS, ' ');
    return this.#text.slice(field.at, field.at + field.length);
  }

  /** The common case, kept short because every record of a sound file passes here: exact length, then a line break. */
  #plainRecord(): boolean {
    const { bytes, start, end } = this.#window;
    const to = start + this.#format.length;
    if (to >= end || !this.#isKnown(start)) return false;
    const stop = this.#breaks.next();
    if (stop !== to && !(this.#joined && stop > to)) return false;
    if ((this.#isUtf8 || this.#joined) && hasHighByte(bytes, start, to)) return false;
    this.#count();
    this.#take(start);
    if (stop === to) this.#breakLine(to);
    else this.#leavePiece(to);
    return true;
  }

  #count(): void {
    this.record += 1;
    this.line = this.#lines;
  }

  /** Takes the record at `start` as it is. */
  #take(start: number): void {
    this.bytes = this.#window.bytes;
    this.view = this.#windowView;
    this.at = start;
    this.code = codeAt(this.bytes, start);
    this.size = this.#format.length;
  }

  #otherLine(): Scan | null {
    const window = this.#window;
    const { start } = window;
    const stop = this.#lineEnd(start);
    const complete = stop < window.end ? isBreak(window.bytes[stop]) : window.ended;
    if (!complete && stop - start < LOOK) return 'more';
    // A line cut by the size limit is not judged.
    if (start === window.end || (window.cut && stop === window.end)) return 'end';
    const line = { start, stop, complete };
    if (isInkless(window.bytes, start, stop)) {
      this.#leave(line);
      return null;
    }
    if (startsWithBom(window.bytes, start)) {
      window.start += 3;
      return null;
    }
    this.#count();
    if (this.#joined) this.#piece(line);
    else this.#line(line);
    return 'record';
  }

  /** First line break from `start`, or as far as the window or the look-ahead goes. */
  #lineEnd(start: number): number {
    const { bytes, end } = this.#window;
    const limit = Math.min(end, start + LOOK);
    for (let index = start; index < limit; index++) {
      const byte = bytes[index] ?? 0;
      if (byte === LF || byte === CR) return index;
      // Inside a record 1A is what some converters put for a character they do not know; elsewhere it ends the file.
      if (byte === DOS_END && (index === start || index - start >= this.#format.length)) return index;
    }
    return limit;
  }

  /** A line that is not exactly one record of single bytes. */
  #line(line: Line): void {
    if (!this.#isKnown(line.start)) {
      this.#refuse('unknownRecord', line);
      return;
    }
    const text = this.#utf8Text(line);
    const size = text === null ? line.stop - line.start : text.length;
    if (size <= this.#format.length) this.#exactOrShort(line, text, size);
    else this.#longLine(line, text);
  }

  #exactOrShort(line: Line, text: string | null, size: number): void {
    const { length } = this.#format;
    this.#keep(line.start, line.stop, text, size);
    if (size < length) {
      if (this.#format.isWhole(this.bytes, this.at, size)) this.mended = 'padded';
      else if (line.stop - line.start === length) this.#keep(line.start, line.stop, null, length);
      else this.fault = 'tooShort';
    }
    this.#leave(line);
  }

  /** More than one record without a line break between them, or blanks in excess, or a fault. */
  #longLine(line: Line, text: string | null): void {
    const { start, stop } = line;
    const { bytes } = this.#window;
    const { length } = this.#format;
    const end = text === null ? start + length : afterCharacters(bytes, start, stop, length);
    this.#keep(start, end, text, length);
    if (stop - end >= length && this.#isFollowed(end)) {
      this.#joined = true;
      this.#leavePiece(end);
    } else if (isInkless(bytes, end, stop) && this.#format.isWhole(this.bytes, this.at, length)) {
      this.mended = 'trimmed';
      this.#leave(line);
    } else {
      this.#refuse(text === null && line.complete && this.#isMixed(line) ? 'mixedEncodings' : 'tooLong', line);
    }
  }

  /** Whether another record begins at `end`, or near it because bytes were lost or added. */
  #isFollowed(end: number): boolean {
    this.#rememberMark();
    const { length } = this.#format;
    return this.#isHead(end) || this.#findHead(end - length + 1, end + length) < end + length;
  }

  /** Text of a UTF-8 line: one that ISO-8859-1 cannot make exactly a record of, unless the file is known as UTF-8. */
  #utf8Text({ start, stop, complete }: Line): string | null {
    if (stop - start === this.#format.length && !this.#isUtf8) return null;
    const { bytes } = this.#window;
    const text = multiByteText(bytes, start, complete ? stop : characterBoundary(bytes, start, stop));
    if (text !== null) this.#isUtf8 = true;
    return text;
  }

  #isMixed({ start, stop }: Line): boolean {
    const { bytes } = this.#window;
    return hasHighByte(bytes, start, stop) && mixedLength(bytes, start, stop) === this.#format.length;
  }

  /** A record of data without line breaks: the next one begins where it ends. */
  #piece(line: Line): void {
    const { start, stop } = line;
    const { length } = this.#format;
    if (stop - start < length) {
      this.#refuse('notMultiple', line);
    } else if (this.#isKnown(start)) {
      const wideEnd = this.#utf8PieceEnd(start, stop);
      if (wideEnd === null) this.#take(start);
      else this.#keep(start, wideEnd, multiByteText(this.#window.bytes, start, wideEnd), length);
      this.#leavePiece(wideEnd ?? start + length);
    } else {
      this.#findNextHead(start, stop);
    }
  }

  /** End of a UTF-8 record, if another record or nothing begins there: single bytes end elsewhere. */
  #utf8PieceEnd(start: number, stop: number): number | null {
    const { bytes } = this.#window;
    const single = start + this.#format.length;
    if (single === stop || !hasHighByte(bytes, start, single)) return null;
    const end = afterCharacters(bytes, start, stop, this.#format.length);
    return (end === stop || this.#isHead(end)) && multiByteText(bytes, start, end) !== null ? end : null;
  }

  /** Bytes were lost or added in data without line breaks: goes on at the next record of the same bank. */
  #findNextHead(start: number, stop: number): void {
    const next = this.#findHead(start + 1, Math.min(stop, start + this.#format.length));
    this.#keep(start, next, null, 0);
    this.fault = 'unknownRecord';
    this.#leavePiece(next);
  }

  /** The first place of [from, to) where a record like the one before it begins, else `to`. */
  #findHead(from: number, to: number): number {
    let at = from;
    while (at < to && !(this.#isHead(at) && this.#isMarkedAlike(at))) at += 1;
    return at;
  }

  #rememberMark(): void {
    const { from, to } = this.#format.mark;
    this.bytes.copy(this.#lastMark, 0, this.at + from, this.at + to);
  }

  #isMarkedAlike(at: number): boolean {
    const { from, to } = this.#format.mark;
    return this.#window.bytes.compare(this.#lastMark, 0, to - from, at + from, at + to) === 0;
  }

  #isKnown(at: number): boolean {
    const { bytes, end } = this.#window;
    return at + 2 <= end && this.#isCode[codeAt(bytes, at)] === 1;
  }

  /** Whether a record plausibly begins at `at`: a known code and five digits (bank code or sequence number). */
  #isHead(at: number): boolean {
    const { bytes, end } = this.#window;
    return at + 10 <= end && this.#isKnown(at) && isDigits(bytes, at + 2, at + 7);
  }

  /** Copies a record that is not as it should be in the window: decoded, completed with blanks or cut. */
  #keep(start: number, end: number, text: string | null, size: number): void {
    const scratch = this.#scratch.fill(BLANK);
    this.#text = null;
    if (text === null) {
      this.#window.bytes.copy(scratch, 0, start, Math.min(end, start + scratch.length));
    } else {
      const { length } = this.#format;
      this.#text = text.slice(0, length).padEnd(length).replace(CONTROLS, ' ');
      scratch.write(this.#text.replace(/[\u0100-\uffff]/g, '?'), 'latin1');
    }
    this.bytes = scratch;
    this.view = this.#scratchView;
    this.at = 0;
    this.code = codeAt(scratch, 0);
    this.size = size;
  }

  #refuse(fault: LineFault, line: Line): void {
    this.#keep(line.start, line.stop, null, line.stop - line.start);
    this.fault = fault;
    this.#leave(line);
  }

  /** Goes on after a line, or at what is left of a line longer than the look-ahead. */
  #leave({ stop, complete }: Line): void {
    if (complete) {
      this.#breakLine(stop);
      return;
    }
    this.#window.start = stop;
    if (this.fault !== null) this.#tail = 'anything';
    else if (this.mended !== null) this.#tail = 'blanks';
  }

  /** Goes on in data without line breaks. */
  #leavePiece(end: number): void {
    if (this.fault === null) this.#rememberMark();
    this.#window.start = end;
  }

  /** Takes the line break at `stop`, if there is one. */
  #breakLine(stop: number): void {
    const window = this.#window;
    const byte = stop < window.end ? window.bytes[stop] : undefined;
    window.start = Math.min(stop + 1, window.end);
    this.#joined = false;
    this.#afterCr = byte === CR;
    if (byte === LF || byte === CR) this.#lines += 1;
  }

  #passLf(): void {
    const window = this.#window;
    if (!this.#afterCr || window.start === window.end) return;
    this.#afterCr = false;
    if (window.bytes[window.start] === LF) window.start += 1;
  }

  /** Drops the rest of an over-long line; null when it is done. */
  #passTail(): Scan | null {
    const window = this.#window;
    const { bytes } = window;
    for (let index = window.start; index < window.end; index++) {
      const byte = bytes[index];
      if (byte === LF || byte === CR) {
        this.#tail = null;
        this.#breakLine(index);
        return null;
      }
      if ((byte ?? 0) > BLANK && this.#tail === 'blanks') {
        this.#tail = 'anything';
        this.fault = 'tooLong';
        this.code = 0;
        window.start = index;
        return 'record';
      }
    }
    window.start = window.end;
    if (!window.ended) return 'more';
    this.#tail = null;
    return null;
  }
}
