/** Bank transaction codes of ISO 20022 (family, direction) as interbank operation codes of CFONB. */
import { OPERATION_CODES } from '../cfonb/codes.ts';
import { pick, type Scope } from './values.ts';

/** Family of the domain PMNT: code of a credit, code of a debit. */
const FAMILIES: Readonly<Record<string, readonly [credit: string, debit: string]>> = {
  RCDT: ['05', '12'],
  ICDT: ['12', '06'],
  RRCT: ['C2', 'C4'],
  IRCT: ['C3', 'C1'],
  RDDT: ['A3', 'B1'],
  IDDT: ['A1', 'B3'],
  CCRD: ['30', '28'],
  MCRD: ['30', '38'],
  RCHQ: ['02', '03'],
  ICHQ: ['03', '01'],
  CNTR: ['04', '29'],
  DRFT: ['31', '07'],
};

/** The bank's own code where it is one of CFONB, else the nearest that the family has; '' when neither says. */
export function operationCodeOf(entry: Scope, isDebit: boolean): string {
  const own = pick(entry, 'BkTxCd/Prtry/Cd')?.slice(0, 2) ?? '';
  if (OPERATION_CODES.has(own)) return own;
  if (pick(entry, 'BkTxCd/Domn/Cd') !== 'PMNT') return '';
  return FAMILIES[pick(entry, 'BkTxCd/Domn/Fmly/Cd') ?? '']?.[isDebit ? 1 : 0] ?? '';
}
