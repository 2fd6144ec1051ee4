/** The provider of the bench: `<transactions>` in one account; sends its address to the process that started it. */
import { readScript } from '../../src/services/simulators/provider/script.ts';
import { startProviderSimulator } from '../../src/services/simulators/provider/simulator.ts';

const [, , count = '100000'] = process.argv;
const script = readScript({ accounts: [{ name: 'Compte courant', transactions: Number(count) }] });
const { url } = await startProviderSimulator({ clock: { now: () => new Date().toISOString() }, script });
process.send?.(url);
process.once('disconnect', () => process.exit()); // a bench that crashes leaves nobody behind
