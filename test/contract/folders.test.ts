import { proveArea } from './area.ts';
import { folders } from './cases/folders.ts';

await proveArea(folders);
