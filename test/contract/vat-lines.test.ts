import { proveArea } from './area.ts';
import { vatLines } from './cases/vat-lines.ts';

await proveArea(vatLines);
