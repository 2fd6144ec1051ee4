/** What is asked of the simulated filing channels, and what they call back: faults strike by these names. */
export const OPERATIONS = [
  'token',
  'liasse',
  'publish',
  'status',
  'list',
  'document',
  'deposit',
  'notices',
  'notice',
  'callback',
] as const;
export type SimulatorOperation = (typeof OPERATIONS)[number];
