/** Mutated notices, 20,000 with SOAK=1. */
import { it } from 'vitest';
import { survivesChanges } from '../services/edi/hostile-notice.ts';

it('takes any notice', () => survivesChanges(process.env.SOAK ? 20_000 : 1_000));
