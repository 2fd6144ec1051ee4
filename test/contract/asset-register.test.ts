import { proveArea } from './area.ts';
import { assetRegister } from './cases/asset-register.ts';

await proveArea(assetRegister);
