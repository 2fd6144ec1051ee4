/** Tells ledgers from bank statements by their first bytes, whatever their names. */
import { open } from 'node:fs/promises';
import { openBankFile } from '../banking/statements/cfonb/bank-file.ts';
import { toByteSource } from '../ledger/fec/byte-source.ts';
import { sniff } from '../ledger/fec/sniff.ts';

export type FileKind = 'Ledger' | 'Statement' | 'Unknown';

/** Throws FileUnreadable. */
export async function recognise(path: string): Promise<FileKind> {
  if ('separator' in (await sniff(toByteSource(path).chunks()))) return 'Ledger';
  const file = await openBankFile(path);
  await file.close();
  if (file.format !== null) return 'Statement';
  return (await namesColumns(path)) ? 'Ledger' : 'Unknown';
}

const HEAD_BYTES = 4096;

/** What a spreadsheet made of a FEC still names its columns: the import of ledgers says how to get a right one. */
async function namesColumns(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '');
    return /ecriturenum/i.test(text) && /comptenum/i.test(text);
  } finally {
    await file.close();
  }
}
