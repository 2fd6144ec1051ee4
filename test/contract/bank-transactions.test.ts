import { proveArea } from './area.ts';
import { bankTransactions } from './cases/bank-transactions.ts';

await proveArea(bankTransactions);
