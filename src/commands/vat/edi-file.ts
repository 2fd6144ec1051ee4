/** The EDI text of a return as a file, in the characters that it says it is written in. */
import { fileBytes } from '../../services/edi/latin9.ts';

export async function* ediFile(text: string): AsyncGenerator<Uint8Array> {
  yield fileBytes(text);
}
