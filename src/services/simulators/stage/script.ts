/** Reading the script of a simulator, and saying what is wrong with it. */
import type * as z from 'zod';
import { channelErrors } from '../../channels/errors.ts';

/** The operation that plays a simulator: its description has the format of the script. */
export type Simulator = 'channel.simulate' | 'bank.provider.simulate';

/** Throws SimulatorScriptInvalid. */
export function readSchema<S extends z.ZodType>(simulator: Simulator, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reason = result.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'script'}: ${message}`)
    .join('; ');
  throw channelErrors.SimulatorScriptInvalid({ reason, simulator });
}
