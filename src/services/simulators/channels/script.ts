/**
 * What the simulated partners do, as data: scenarios say what becomes of a filing, faults what goes wrong on the way.
 *
 *     { "seed": 1,
 *       "scenarios": [
 *         { "channel": "ChannelA", "form": "2572", "filing": 1,
 *           "steps": [{ "afterMs": 1000, "status": "Sent" },
 *                     { "afterMs": 3000, "status": "Rejected", "errors": [{ "code": "156", "libelle": "Total faux" }] }] },
 *         { "channel": "ChannelB",
 *           "steps": [{ "afterMs": 0, "notice": "Ads" }, { "afterMs": 1000, "notice": "Ars", "verdict": "Accepted" }] }],
 *       "faults": [{ "operation": "publish", "fault": "timeout", "nth": 2, "taken": true }] }
 *
 * The first scenario that fits a filing is followed; `filing` counts the filings of one company, form and period from 1.
 */
import * as z from 'zod';
import { NOTICE_GROUPS } from '../../edi/notice.ts';
import { type FaultRule as AnyFaultRule, faultSchema } from '../stage/faults.ts';
import { readSchema } from '../stage/script.ts';
import { OPERATIONS, type SimulatorOperation } from './operations.ts';

const afterMs = z.int().min(0).max(86_400_000).describe('Milliseconds after the filing');

const ReasonSchema = z.strictObject({
  formulaire: z.string().max(50).optional().describe('The form filed, by default'),
  champ: z.string().max(50).optional(),
  champValeur: z.string().max(200).optional(),
  code: z.string().max(50),
  libelle: z.string().max(500),
});

const reasons = z.array(ReasonSchema).max(100).default([]);

const StatusStep = z.strictObject({
  afterMs,
  status: z
    .string()
    .min(1)
    .max(50)
    .describe('In the words of ChannelA; Sent, Accepted, Rejected and deleted are called back'),
  errors: reasons,
});

const NoticeStep = z.strictObject({
  afterMs,
  notice: z.enum(['Ads', 'Acs', 'Ars']),
  verdict: z.enum(NOTICE_GROUPS).default('Accepted'),
  errors: reasons,
  packing: z.enum(['gzip', 'none']).default('gzip'),
});

const filter = {
  form: z.string().max(50).optional(),
  siren: z.string().max(9).optional(),
  filing: z.int().min(1).optional(),
  refuse: z.string().max(500).optional().describe('The channel itself says no, with these words'),
};

const ScenarioSchema = z.discriminatedUnion('channel', [
  z.strictObject({
    channel: z.literal('ChannelA'),
    ...filter,
    withIdentifier: z.boolean().default(true).describe('Whether the answer names the declaration'),
    inconsistent: z.boolean().default(false).describe('Held when bloquerSiIncoherence is true'),
    steps: z.array(StatusStep).max(50).default([]),
  }),
  z.strictObject({
    channel: z.literal('ChannelB'),
    ...filter,
    withNumber: z.boolean().default(true).describe('Whether the answer to a deposit gives its number'),
    steps: z.array(NoticeStep).max(50).default([]),
  }),
]);

const FaultSchema = faultSchema(OPERATIONS);

const ScriptSchema = z.strictObject({
  seed: z.int().min(0).default(1),
  scenarios: z.array(ScenarioSchema).max(1000).optional(),
  faults: z.array(FaultSchema).max(1000).default([]),
});

export type Reason = z.output<typeof ReasonSchema>;
export type StatusStep = z.output<typeof StatusStep>;
export type NoticeStep = z.output<typeof NoticeStep>;
export type Scenario = z.output<typeof ScenarioSchema>;
export type ScenarioOf<C extends Scenario['channel']> = Extract<Scenario, { readonly channel: C }>;
export type FaultRule = AnyFaultRule<SimulatorOperation>;
/** As written: what has a default may be left out. */
export type ScriptInput = z.input<typeof ScriptSchema>;
export type FaultInput = z.input<typeof FaultSchema>;

export interface Script {
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  readonly faults: readonly FaultRule[];
}

const REASONS: readonly z.input<typeof ReasonSchema>[] = [
  { champ: 'FN', champValeur: '1200', code: '156', libelle: 'Total faux : la somme des lignes ne donne pas ce total' },
  { code: '179', libelle: 'Zone non valable pour la période' },
];

/** Of a liasse, what a person can correct: a cell that is typed. */
const REASONS_OF_LIASSE: typeof REASONS = [
  {
    formulaire: '2058A',
    champ: 'WE',
    champValeur: '0',
    code: '156',
    libelle: 'Amortissements excédentaires (article 39-4) : montant manquant',
  },
  { code: '179', libelle: 'Zone non valable pour la période' },
];

/** ChannelA names a liasse by its kind, ChannelB by its first form. */
const REFUSED = [
  { form: 'Liasse', errors: [...REASONS_OF_LIASSE] },
  { form: '2065', errors: [...REASONS_OF_LIASSE] },
  { errors: [...REASONS] },
];

/** The first filing of a declaration is refused by the authority, the corrected one is accepted. */
const DEFAULT_SCENARIOS: NonNullable<ScriptInput['scenarios']> = [
  ...REFUSED.map(({ errors, ...which }) => ({
    channel: 'ChannelA' as const,
    ...which,
    filing: 1,
    steps: [
      { afterMs: 1000, status: 'Sent' },
      { afterMs: 3000, status: 'Rejected', errors },
    ],
  })),
  {
    channel: 'ChannelA',
    steps: [
      { afterMs: 1000, status: 'Sent' },
      { afterMs: 3000, status: 'Accepted' },
    ],
  },
  ...REFUSED.map(({ errors, ...which }) => ({
    channel: 'ChannelB' as const,
    ...which,
    filing: 1,
    steps: [
      { afterMs: 0, notice: 'Ads' as const },
      { afterMs: 1000, notice: 'Acs' as const },
      { afterMs: 3000, notice: 'Ars' as const, verdict: 'Rejected' as const, errors },
    ],
  })),
  {
    channel: 'ChannelB',
    steps: [
      { afterMs: 0, notice: 'Ads' },
      { afterMs: 1000, notice: 'Acs', packing: 'none' },
      { afterMs: 3000, notice: 'Ars' },
    ],
  },
];

/** Reads a script; what it leaves out comes from the default one. Throws SimulatorScriptInvalid. */
export function readScript(value: unknown = {}): Script {
  const { seed, faults, scenarios } = readSchema('channel.simulate', ScriptSchema, value);
  return { seed, faults, scenarios: scenarios ?? ScriptSchema.parse({ scenarios: DEFAULT_SCENARIOS }).scenarios ?? [] };
}

/** Throws SimulatorScriptInvalid. */
export const readFaults = (value: readonly unknown[]): FaultRule[] =>
  readSchema('channel.simulate', z.array(FaultSchema).max(1000), value);
