import { proveArea } from './area.ts';
import { assetSimulation } from './cases/asset-simulation.ts';

await proveArea(assetSimulation);
