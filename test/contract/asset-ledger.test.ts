import { proveArea } from './area.ts';
import { assetLedger } from './cases/asset-ledger.ts';

await proveArea(assetLedger);
