import { proveArea } from './area.ts';
import { bankQuery } from './cases/bank-query.ts';

await proveArea(bankQuery);
