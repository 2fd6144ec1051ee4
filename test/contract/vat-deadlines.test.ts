import { proveArea } from './area.ts';
import { vatDeadlines } from './cases/vat-deadlines.ts';

await proveArea(vatDeadlines);
