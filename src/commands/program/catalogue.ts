import type { ErrorCatalogue, Labels } from '../../services/kernel/errors.ts';

/** Every catalogue of failures, loaded only when a code is explained. A test checks that none is missing. */
const SOURCES = [
  async () => (await import('./errors.ts')).commandErrors,
  async () => (await import('../../services/db/errors.ts')).databaseErrors,
  async () => (await import('../../services/operation/actor.ts')).accessErrors,
  async () => (await import('../operation/invoke.ts')).inputErrors,
  async () => (await import('../../services/kernel/file-errors.ts')).fileErrors,
  async () => (await import('../../services/folders/errors.ts')).folderErrors,
  async () => (await import('../../services/identity/errors.ts')).identityErrors,
  async () => (await import('../../services/secrets/errors.ts')).secretErrors,
  async () => (await import('../../jobs/errors.ts')).jobErrors,
  async () => (await import('../../services/channels/errors.ts')).channelErrors,
  async () => (await import('../../services/assets/errors.ts')).assetErrors,
  async () => (await import('../../services/assets/engine/errors.ts')).assetRuleErrors,
  async () => (await import('../../services/assets/search/errors.ts')).assetQueryErrors,
  async () => (await import('../../services/assets/import/errors.ts')).assetImportErrors,
  async () => (await import('../../services/assets/ledger/errors.ts')).assetLedgerErrors,
  async () => (await import('../../services/banking/transactions/complementary/errors.ts')).complementaryErrors,
  async () => (await import('../../services/banking/errors.ts')).bankingErrors,
  async () => (await import('../../services/banking/transactions/odata/errors.ts')).odataErrors,
  async () => (await import('../../services/banking/books/reconciliation/errors.ts')).reconciliationErrors,
  async () => (await import('../../services/banking/books/rules/errors.ts')).ruleErrors,
  async () => (await import('../../services/banking/feeds/connections/errors.ts')).connectionErrors,
  async () => (await import('../../services/banking/feeds/sources/errors.ts')).sourceErrors,
  async () => (await import('../../services/forms/errors.ts')).formErrors,
  async () => (await import('../../services/declarations/errors.ts')).declarationErrors,
  async () => (await import('../../services/declarations/sending/errors.ts')).sendingErrors,
  async () => (await import('../../services/filing/errors.ts')).filingErrors,
  async () => (await import('../../services/documents/errors.ts')).documentErrors,
  async () => (await import('../../services/mail/errors.ts')).mailErrors,
  async () => (await import('../../services/edi/errors.ts')).ediErrors,
  async () => (await import('../../services/ledger/errors.ts')).ledgerErrors,
  async () => (await import('../../services/ledger/fec/errors.ts')).fecErrors,
];

/** Each catalogue by itself. */
export async function loadCatalogues(): Promise<readonly ErrorCatalogue[]> {
  return (await Promise.all(SOURCES.map((load) => load()))).map(({ catalogue }) => catalogue);
}

/** All codes with what they mean and what to do. */
export const loadCatalogue = async (): Promise<ErrorCatalogue> => Object.assign({}, ...(await loadCatalogues()));

/** What a check of a file finds: no failure, so neither in a catalogue of them nor thrown. */
export interface FindingCode {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: Labels;
  /** What to do, where the message does not say it. */
  readonly hint?: Labels;
}

/** The codes of ledger files (FEC060) and the kinds of statement files (BALANCE_MISMATCH). */
export async function loadFindings(): Promise<Readonly<Record<string, FindingCode>>> {
  const [{ FEC_CODES }, { FEC_MESSAGES }, { FINDING_KINDS }] = await Promise.all([
    import('../../services/ledger/fec/codes.ts'),
    import('../../services/ledger/fec/messages.ts'),
    import('../../services/banking/statements/cfonb/messages.ts'),
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
  return Object.fromEntries([...ofLedgers, ...ofStatements]);
}
