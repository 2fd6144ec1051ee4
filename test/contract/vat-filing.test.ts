import { proveArea } from './area.ts';
import { vatFiling } from './cases/vat-filing.ts';

await proveArea(vatFiling);
