import { proveArea } from './area.ts';
import { bankReconciliation } from './cases/bank-reconciliation.ts';

await proveArea(bankReconciliation);
