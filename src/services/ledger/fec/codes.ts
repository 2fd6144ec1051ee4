/**
 * The checks of a FEC (fichier des écritures comptables, LPF art. A. 47 A-1) and their severities.
 * An error refuses the file; strict turns the marked codes into errors, which comes close to the tool of the tax
 * administration. FEC099 is this program's own: the file is beyond a stated limit.
 */

export type Severity = 'error' | 'warning' | 'info';

interface CodeRule {
  readonly severity: Severity;
  /** An error under the strict option. */
  readonly strict?: true;
}

export const FEC_CODES = {
  FEC001: { severity: 'warning', strict: true },
  FEC002: { severity: 'error' },
  FEC003: { severity: 'error' },
  FEC004: { severity: 'info' },
  FEC005: { severity: 'warning', strict: true },
  FEC006: { severity: 'error' },
  FEC007: { severity: 'error' },
  FEC008: { severity: 'error' },
  FEC009: { severity: 'warning' },
  FEC010: { severity: 'error' },
  FEC011: { severity: 'warning', strict: true },
  FEC012: { severity: 'info' },
  FEC020: { severity: 'error' },
  FEC021: { severity: 'warning', strict: true },
  FEC030: { severity: 'error' },
  FEC031: { severity: 'warning', strict: true },
  FEC032: { severity: 'warning' },
  FEC033: { severity: 'warning' },
  FEC034: { severity: 'info' },
  FEC040: { severity: 'warning', strict: true },
  FEC041: { severity: 'error' },
  FEC042: { severity: 'error' },
  FEC043: { severity: 'warning' },
  FEC044: { severity: 'info' },
  FEC045: { severity: 'warning' },
  FEC046: { severity: 'error' },
  FEC047: { severity: 'info' },
  FEC050: { severity: 'warning', strict: true },
  FEC051: { severity: 'info' },
  FEC052: { severity: 'warning' },
  FEC053: { severity: 'info' },
  FEC060: { severity: 'error' },
  FEC061: { severity: 'error' },
  FEC063: { severity: 'warning' },
  FEC064: { severity: 'info' },
  FEC065: { severity: 'info' },
  FEC066: { severity: 'warning' },
  FEC070: { severity: 'info' },
  FEC071: { severity: 'warning' },
  FEC072: { severity: 'info' },
  FEC073: { severity: 'warning' },
  FEC080: { severity: 'warning' },
  FEC090: { severity: 'warning' },
  FEC091: { severity: 'warning' },
  FEC099: { severity: 'error' },
} as const satisfies Readonly<Record<string, CodeRule>>;

export type FecCode = keyof typeof FEC_CODES;

export function severityOf(code: FecCode, strict: boolean): Severity {
  const rule: CodeRule = FEC_CODES[code];
  return strict && rule.strict ? 'error' : rule.severity;
}
