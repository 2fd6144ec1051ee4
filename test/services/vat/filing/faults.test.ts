/** Faults of the partner on the calls of VAT; every one of them in the soak. */
import { testDatabase } from '../../../support/database.ts';
import { describeVatFaults } from './faulty-partner.ts';

await describeVatFaults(await testDatabase(), ['timeout', 'error-body']);
