/** Every fault of a partner on every send. */
import { FAULTS } from '../../src/services/simulators/stage/faults.ts';
import { describeFaults } from '../services/filing/faulty-partner.ts';
import { testDatabase } from '../support/database.ts';

await describeFaults(await testDatabase(), FAULTS);
