import { proveArea } from './area.ts';
import { vatAllocation } from './cases/vat-allocation.ts';

await proveArea(vatAllocation);
