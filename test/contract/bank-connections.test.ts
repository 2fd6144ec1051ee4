import { proveArea } from './area.ts';
import { bankConnections } from './cases/bank-connections.ts';

await proveArea(bankConnections);
