/** Large texts as UTF-8. Most are plain ASCII, whose bytes are its letters: copied, they take a quarter of the time. */
import { isAscii } from 'node:buffer';

export const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

export const bytesOf = (text: string): Buffer =>
  Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');
