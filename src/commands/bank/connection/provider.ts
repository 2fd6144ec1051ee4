import * as z from 'zod';
import { OPERATIONS, readFaults, readScript } from '../../../services/simulators/provider/script.ts';
import { SIMULATED_PROVIDER, startProviderSimulator } from '../../../services/simulators/provider/simulator.ts';
import { FAULTS } from '../../../services/simulators/stage/faults.ts';
import { playUntilStopped, readPlay } from '../../channel/play.ts';
import { defineCommand } from '../../operation/operation.ts';

export const providerSimulate = defineCommand({
  id: 'bank.provider.simulate',
  summary: {
    en: 'Play a provider of bank data on this machine, for trials',
    fr: 'Jouer un fournisseur de données bancaires sur cette machine, pour essais',
  },
  description: [
    'Runs AggregatorA over HTTP until Ctrl-C, and prints the variables that make taxops use it. Its connect page (bank connection open) connects a bank at once and sends the person back to TAXOPS_AGGREGATOR_A_CALLBACK_URL, when it is set; its events go to --webhook. What it holds lives as long as it runs.',
    'A script is JSON: { "seed": 1, "accounts": [{ "name", "type", "currency", "iban", "transactions": how many }], "changes": [{ "afterMs", "account", "transaction", "deleted", "amount", "future", "label", "add", "status" }], "faults": [{ "operation", "fault", "nth", "probability", "forMs", "retryAfter" }] }. Every bank that is connected has these accounts; changes happen so long after.',
    `A fault is also written operation=fault, with #2 for the second call only, @0.1 for one call in ten. Operations: ${OPERATIONS.join(', ')} or *. Faults: ${FAULTS.join(', ')}.`,
  ].join('\n'),
  cli: {
    examples: [
      'taxops bank provider simulate --webhook http://127.0.0.1:8787/api/banking/connections/events/AggregatorA',
      "taxops bank provider simulate --script provider.json --faults 'transactions=timeout#2'",
    ],
  },
  query: z.object({
    port: z.int().min(0).max(65_535).default(SIMULATED_PROVIDER.port).describe('Port; 0 takes a free one'),
    script: z.string().optional().describe('Script file (JSON)'),
    webhook: z.string().optional().describe('Address that takes its events: bank connection push'),
    faults: z.array(z.string()).default([]).describe('What goes wrong, as operation=fault'),
  }),
  output: z.undefined(),
  errors: ['SimulatorScriptInvalid', 'SimulatorRefused'],
  run: async (ctx, { port, script: path, faults, webhook }) => {
    const { script, rules } = await readPlay('bank.provider.simulate', ctx.terminal.cwd, path, faults);
    const read = readScript(script);
    const simulator = await startProviderSimulator({
      clock: ctx.clock,
      listen: { port },
      script: { ...read, faults: [...readFaults(rules), ...read.faults] },
      webhook,
      log: ({ operation, method, path: asked, fault }) =>
        operation && ctx.terminal.note(`${method} ${asked}${fault ? ` [${fault}]` : ''}`),
    });
    await playUntilStopped(ctx, simulator);
    return undefined;
  },
});
