/** Every fault of a partner on every call of VAT. */
import { FAULTS } from '../../src/services/simulators/stage/faults.ts';
import { describeVatFaults } from '../services/vat/filing/faulty-partner.ts';
import { testDatabase } from '../support/database.ts';

await describeVatFaults(await testDatabase(), FAULTS);
