import { proveArea } from './area.ts';
import { declarations } from './cases/declarations.ts';

await proveArea(declarations);
