import { proveArea } from './area.ts';
import { vatProcedures } from './cases/vat-procedures.ts';

await proveArea(vatProcedures);
