import { proveArea } from './area.ts';
import { assetQueries } from './cases/asset-queries.ts';

await proveArea(assetQueries);
