import { proveArea } from './area.ts';
import { vatConfiguration } from './cases/vat-configuration.ts';

await proveArea(vatConfiguration);
