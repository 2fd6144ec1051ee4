import { proveArea } from './area.ts';
import { bankStatements } from './cases/bank-statements.ts';

await proveArea(bankStatements);
