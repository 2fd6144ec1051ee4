import { proveArea } from './area.ts';
import { assetImport } from './cases/asset-import.ts';

await proveArea(assetImport);
