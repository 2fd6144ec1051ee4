import { testDatabase } from '../../support/database.ts';
import { describeFaults } from './faulty-partner.ts';

// The faults that lose an answer in different ways; the long tests have all of them.
await describeFaults(await testDatabase(), ['timeout', 'error-body']);
