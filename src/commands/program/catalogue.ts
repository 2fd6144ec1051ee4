import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCatalogue, type Labels, readCatalogue } from '../../services/kernel/errors.ts';
import { packageFile } from '../../services/kernel/package-file.ts';

/** Each table of failures of the package: they are found when a code is explained, not when the program starts. */
const errorTables = (): string[] =>
  readdirSync(packageFile('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('errors.tsv'))
    .map((file) => join('src', file));

let catalogue: ErrorCatalogue | undefined;

/** All codes with what they mean and what to do. */
export function loadCatalogue(): ErrorCatalogue {
  catalogue ??= Object.assign({}, ...errorTables().map(readCatalogue)) as ErrorCatalogue;
  return catalogue;
}

/** What a check of a file finds: no failure, so neither in a catalogue of them nor thrown. */
export interface FindingCode {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: Labels;
  /** What to do, where the message does not say it. */
  readonly hint?: Labels;
}

/** The codes of ledger files (FEC060), of controls of returns (L18) and of VAT forms (224), the kinds of statement files (BALANCE_MISMATCH). */
export async function loadFindings(): Promise<Readonly<Record<string, FindingCode>>> {
  const [{ FEC_CODES, FEC_MESSAGES }, { FINDING_KINDS }, { controlCodes }, { vatControlCodes }] = await Promise.all([
    import('../../services/ledger/fec/codes.ts'),
    import('../../services/banking/statements/cfonb/messages.ts'),
    import('../../services/declarations/returns/control-codes.ts'),
    import('../../services/forms/vat-control-codes.ts'),
  ]);
  const wordings = Object.entries<Labels>(FEC_MESSAGES);
  // A code with several wordings only, FEC099, is explained by the first.
  const ofLedgers = Object.entries(FEC_CODES).flatMap(([code, { severity }]) =>
    wordings
      .filter(([key]) => key.split('.')[0] === code)
      .slice(0, 1)
      .map(([, message]) => [code, { severity, message }]),
  );
  const ofStatements = Object.entries(FINDING_KINDS).map(([kind, { title, ...rest }]) => [
    kind,
    { ...rest, message: title },
  ]);
  const ofReturns = controlCodes().map(({ code, level, rule, next }) => [
    code,
    { severity: level, message: rule, hint: next },
  ]);
  const ofVat = vatControlCodes().map(({ code, isBlocking, rule, next }) => [
    code,
    { severity: isBlocking ? ('error' as const) : ('warning' as const), message: rule, hint: next },
  ]);
  return Object.fromEntries([...ofLedgers, ...ofStatements, ...ofReturns, ...ofVat]);
}
