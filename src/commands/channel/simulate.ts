import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { channelErrors } from '../../services/channels/errors.ts';
import { OPERATIONS } from '../../services/simulators/channels/operations.ts';
import { readFaults, readScript } from '../../services/simulators/channels/script.ts';
import { signingKeyOfInstallation } from '../../services/simulators/channels/signing-key.ts';
import { SIMULATED } from '../../services/simulators/channels/simulated.ts';
import { startSimulator } from '../../services/simulators/channels/simulator.ts';
import { FAULTS } from '../../services/simulators/stage/faults.ts';
import { defineCommand } from '../operation/operation.ts';
import { playUntilStopped, readPlay } from './play.ts';

export const simulate = defineCommand({
  id: 'channel.simulate',
  summary: {
    en: 'Play the filing channels on this machine, for trials',
    fr: 'Jouer les canaux de dépôt sur cette machine, pour essais',
  },
  description: [
    'Runs ChannelA, ChannelB and an identity provider over HTTP until Ctrl-C, and prints the variables that make taxops use them. GET /ledger shows what was filed. Its numbers go on after a restart: they are kept in the data folder.',
    'Unless --script says otherwise the first filing of a declaration is refused by the tax authority with reasons, and the corrected one is accepted.',
    'A script is JSON: { "seed": 1, "scenarios": [{ "channel": "ChannelA" or "ChannelB", "form", "siren", "filing": 1 for the first, "refuse": words of a refusal, "steps": [{ "afterMs", "status", "errors": [{ "formulaire", "champ", "champValeur", "code", "libelle" }] }] }], "faults": [{ "operation", "fault", "nth", "probability", "taken", "forMs", "retryAfter" }] }. Steps of ChannelB have "notice": Ads, Acs or Ars and "verdict" instead of "status". The first scenario that fits is followed.',
    `A fault is also written operation=fault, with #2 for the second call only, @0.1 for one call in ten, +taken for a filing that is taken before its answer is lost. Operations: ${OPERATIONS.join(', ')} or *. Faults: ${FAULTS.join(', ')}.`,
  ].join('\n'),
  cli: {
    examples: [
      'taxops channel simulate --webhook http://127.0.0.1:8787/api/tax-declarations/webhook/channela',
      "taxops channel simulate --script partner.json --faults 'publish=timeout#1+taken' 'deposit=server-error@0.1'",
    ],
  },
  query: z.object({
    port: z.int().min(0).max(65_535).default(SIMULATED.port).describe('Port; 0 takes a free one'),
    script: z.string().optional().describe('Script file (JSON)'),
    faults: z.array(z.string()).default([]).describe('What goes wrong, as operation=fault'),
    webhook: z.string().optional().describe('Address of the status webhook of taxops serve'),
    tlsCert: z.string().optional().describe('Certificate file (PEM)'),
    tlsKey: z.string().optional().describe('Key file (PEM)'),
  }),
  output: z.undefined(),
  errors: ['SimulatorScriptInvalid', 'SimulatorRefused'],
  run: async (ctx, { port, script, faults, webhook, tlsCert, tlsKey }) => {
    const { issuer, audience, channelEnvironment, home } = ctx.settings;
    const file = (path: string) => resolve(ctx.terminal.cwd, path);
    const { script: written, rules } = await readPlay('channel.simulate', ctx.terminal.cwd, script, faults);
    const read = readScript(written);
    const tls = tlsCert && tlsKey ? await readPair(file(tlsCert), file(tlsKey)) : undefined;
    const simulator = await startSimulator({
      clock: ctx.clock,
      listen: { port, tls },
      script: { ...read, faults: [...readFaults(rules), ...read.faults] },
      webhookUrl: webhook,
      numbersFile: join(home.value ?? '', 'simulator', 'numbers.json'),
      signingKey: await signingKeyOfInstallation(home.value ?? ''),
      issuer: issuer.value,
      audience: audience.value,
      isLive: true,
      environment: channelEnvironment.value === 'prod' ? 'prod' : 'stage',
      log: ({ operation, method, path, fault }) =>
        operation && ctx.terminal.note(`${method} ${path}${fault ? ` [${fault}]` : ''}`),
    });
    await playUntilStopped(ctx, simulator);
    return undefined;
  },
});

async function readPair(certificate: string, key: string): Promise<{ certificate: string; key: string }> {
  try {
    return { certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') };
  } catch (error) {
    throw channelErrors.SimulatorRefused({ reason: (error as NodeJS.ErrnoException).code ?? 'TLS' });
  }
}
