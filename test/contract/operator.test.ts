import { proveArea } from './area.ts';
import { operator } from './cases/operator.ts';

await proveArea(operator);
