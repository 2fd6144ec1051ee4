import { proveArea } from './area.ts';
import { declarationSending } from './cases/declaration-sending.ts';

await proveArea(declarationSending);
