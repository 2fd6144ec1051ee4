import { proveArea } from './area.ts';
import { vatSimulation } from './cases/vat-simulation.ts';

await proveArea(vatSimulation);
