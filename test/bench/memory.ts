/**
 * Memory of the listener after a million requests beside that after ten thousand, both after a collection: at most 20 %
 * more. Takes about a quarter of an hour, so it runs only when it is named: `npm run bench -- memory`.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { report } from './child.ts';
import { heapAfter } from './heap.ts';
import { benchHome } from './home.ts';
import { portal } from './portal.ts';
import { isSmall, sized } from './size.ts';

const [EARLY, LATE] = [sized(10_000), Number(process.env.REQUESTS ?? (isSmall ? 1_000 : 1_000_000))];
const home = benchHome();
const world = await portal({ TAXOPS_HOME: home }, { users: sized(1_000), folders: 50 });
const early = await heapAfter(world, 0, EARLY);
const late = await heapAfter(world, EARLY, LATE);
const growth = late / early - 1;
report(
  `memory after ${LATE} requests`,
  `${(early / 1e6).toFixed(1)} MB, ${(late / 1e6).toFixed(1)} MB, ${(growth * 100).toFixed(1)} %`,
  'at most 20 % more',
  growth <= 0.2,
);
await world.program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });
