import { proveArea } from './area.ts';
import { vatAssistant } from './cases/vat-assistant.ts';

await proveArea(vatAssistant);
