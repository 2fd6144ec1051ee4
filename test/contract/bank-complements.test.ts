import { proveArea } from './area.ts';
import { bankComplements } from './cases/bank-complements.ts';

await proveArea(bankComplements);
