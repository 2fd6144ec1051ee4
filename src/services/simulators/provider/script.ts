/**
 * What the simulated provider holds and does, as data:
 *
 *     { "seed": 1,
 *       "accounts": [{ "name": "Compte courant", "transactions": 90 }],
 *       "changes": [{ "afterMs": 5000, "account": 1, "transaction": 1, "deleted": true },
 *                   { "afterMs": 8000, "add": 3 }, { "afterMs": 9000, "status": 402 }],
 *       "faults": [{ "operation": "transactions", "fault": "timeout", "nth": 2 }] }
 *
 * Every bank that a person connects has these accounts; a change happens so long after the connection was made.
 */
import * as z from 'zod';
import { type FaultRule as AnyFaultRule, faultSchema } from '../stage/faults.ts';
import { readSchema } from '../stage/script.ts';

/** What is asked of the provider: faults strike by these names. */
export const OPERATIONS = ['banks', 'users', 'token', 'sessions', 'items', 'item', 'accounts', 'transactions'] as const;
export type ProviderOperation = (typeof OPERATIONS)[number];

const AccountSchema = z.strictObject({
  name: z.string().min(1).max(200),
  type: z.string().max(50).default('checking'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  iban: z.string().max(50).optional().describe('Made up by default'),
  transactions: z.int().min(0).max(1_000_000).default(90).describe('How many there are at the beginning'),
});

const ChangeSchema = z.strictObject({
  afterMs: z.int().min(0).max(86_400_000).describe('Milliseconds after the connection was made'),
  account: z.int().min(1).default(1).describe('Which account, from 1'),
  transaction: z.int().min(1).optional().describe('Which transaction of it, from 1 for the oldest'),
  deleted: z.boolean().optional(),
  amount: z.number().optional(),
  label: z.string().max(500).optional(),
  add: z.int().min(1).max(1_000_000).optional().describe('So many new transactions'),
  future: z.boolean().optional().describe('Makes it a movement to come, or one that came'),
  status: z.int().optional().describe('Status code of the item'),
});

const FaultSchema = faultSchema(OPERATIONS);

const ScriptSchema = z.strictObject({
  seed: z.int().min(0).default(1),
  accounts: z
    .array(AccountSchema)
    .min(1)
    .max(100)
    .default(() => DEFAULT_ACCOUNTS.map((account) => AccountSchema.parse(account))),
  changes: z.array(ChangeSchema).max(1000).default([]),
  faults: z.array(FaultSchema).max(1000).default([]),
});

const DEFAULT_ACCOUNTS: readonly z.input<typeof AccountSchema>[] = [
  { name: 'Compte courant' },
  { name: 'Livret', type: 'savings', transactions: 12 },
];

export type AccountScript = z.output<typeof AccountSchema>;
export type Change = z.output<typeof ChangeSchema>;
export type Script = z.output<typeof ScriptSchema>;
export type FaultRule = AnyFaultRule<ProviderOperation>;

/** Throws SimulatorScriptInvalid. */
export const readScript = (value: unknown = {}): Script => readSchema('bank.provider.simulate', ScriptSchema, value);

/** Throws SimulatorScriptInvalid. */
export const readFaults = (value: readonly unknown[]): FaultRule[] =>
  readSchema('bank.provider.simulate', z.array(FaultSchema).max(1000), value);
