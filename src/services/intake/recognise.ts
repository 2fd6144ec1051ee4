/** Tells ledgers from bank statements by their first bytes, whatever their names. */
import { openCfonb } from '../banking/statements/cfonb/cfonb-file.ts';
import { toByteSource } from '../ledger/fec/byte-source.ts';
import { sniff } from '../ledger/fec/sniff.ts';

export type FileKind = 'Ledger' | 'Statement' | 'Unknown';

/** Throws FileUnreadable. */
export async function recognise(path: string): Promise<FileKind> {
  if ('separator' in (await sniff(toByteSource(path).chunks()))) return 'Ledger';
  const file = await openCfonb(path);
  await file.close();
  return file.format === null ? 'Unknown' : 'Statement';
}
