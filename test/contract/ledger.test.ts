import { proveArea } from './area.ts';
import { ledger } from './cases/ledger.ts';

await proveArea(ledger);
