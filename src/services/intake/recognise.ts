/** Tells ledgers from bank statements by their first bytes, whatever their names. */
import { openBankFile } from '../banking/statements/cfonb/bank-file.ts';
import { toByteSource } from '../ledger/fec/byte-source.ts';
import { sniff } from '../ledger/fec/sniff.ts';

export type FileKind = 'Ledger' | 'Statement' | 'Unknown';

/** Throws FileUnreadable. */
export async function recognise(path: string): Promise<FileKind> {
  if ('separator' in (await sniff(toByteSource(path).chunks()))) return 'Ledger';
  const file = await openBankFile(path);
  await file.close();
  return file.format === null ? 'Unknown' : 'Statement';
}
