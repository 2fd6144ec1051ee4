/**
 * Codes of CFONB files as published.
 *
 * Operations (positions 33-34 of records 04 and 05 of CFONB 120): digits from the brochure of 2004 and later lists,
 * letters added in 2010 (SEPA) and after. The direction is what the list says; the sign of the amount decides. SEPA
 * credit transfers have no code of their own: 05, 06, 18 and 21 serve.
 *
 * Reject reasons (positions 41-42 of a CFONB 120 movement, 227-228 of a CFONB 240 reject): cheques (operation 03,
 * CFONB 240 code 41) use a list of their own that is not published with these, so their codes have no label.
 */
import type { Labels } from '../../../kernel/errors.ts';
import { readTable } from '../../../kernel/package-file.ts';

const HERE = 'src/services/banking/statements/cfonb';

export interface OperationCode {
  readonly code: string;
  /** `D` debit of the account, `C` credit, `DC` either. */
  readonly direction: string;
  readonly label: Labels;
}

export interface RejectCode {
  readonly code: string;
  readonly label: Labels;
  /** Bills of exchange (LCR/BOR) only. */
  readonly billsOnly: boolean;
}

export const OPERATION_CODES: ReadonlyMap<string, OperationCode> = new Map(
  readTable(`${HERE}/operation-codes.tsv`, ['code', 'direction', 'fr', 'en']).map(({ code, direction, ...label }) => [
    code,
    { code, direction, label },
  ]),
);

export const REJECT_CODES: ReadonlyMap<string, RejectCode> = new Map(
  readTable(`${HERE}/reject-codes.tsv`, ['code', 'fr', 'en', 'billsOnly']).map(({ code, billsOnly, ...label }) => [
    code,
    { code, label, billsOnly: billsOnly === 'yes' },
  ]),
);
