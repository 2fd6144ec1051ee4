/** What operations on a chart, and on an extended chart, repeat: its identifiers in the path, its access, its refusal. */
import * as z from 'zod';
import type { ChartKey, ChartKind } from '../../services/charts/charts.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import type { ScopeKind } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from '../operation/fields.ts';
import {
  type Answer,
  complete,
  type Definition,
  type Input,
  type Operation,
  type Route,
  type ScopePath,
} from '../operation/operation.ts';

/** Charts and extended charts: the words that differ. */
export interface ChartFamily {
  readonly kind: ChartKind;
  /** First word of its commands. */
  readonly topic: 'chart' | 'extended-chart';
  /** Name of its identifier in paths. */
  readonly id: 'chartOfAccountId' | 'extendedChartOfAccountId';
  /** Where its charts are, before their identifier; those of an extended chart's VAT are under its firm. */
  readonly route: string;
  readonly vatRoute: string;
  readonly noun: Labels;
  readonly nouns: Labels;
  /** How an example names one, its VAT too. */
  readonly example: string;
  readonly vatExample: string;
}

export const CHART: ChartFamily = {
  kind: 'chart',
  topic: 'chart',
  id: 'chartOfAccountId',
  route: '/api/accounting/charts-of-accounts',
  vatRoute: '/api/vat-reporting/charts-of-accounts',
  noun: { en: 'chart', fr: 'plan' },
  nouns: { en: 'charts', fr: 'plans' },
  example: '1',
  vatExample: '1',
};

export const EXTENDED_CHART: ChartFamily = {
  kind: 'extendedChart',
  topic: 'extended-chart',
  id: 'extendedChartOfAccountId',
  route: '/api/accounting/extended-charts-of-accounts',
  vatRoute: '/api/vat-reporting/companies/{companyId}/extended-charts-of-accounts',
  noun: { en: 'extended chart', fr: 'plan étendu' },
  nouns: { en: 'extended charts', fr: 'plans étendus' },
  example: '2',
  vatExample: '2 --company 1',
};

type Nothing = z.ZodObject<Record<never, never>>;
type PathShape = Readonly<Record<string, z.ZodType>>;
type ObjectOf<S extends PathShape> = z.ZodObject<{ -readonly [K in keyof S]: S[K] }>;

type ChartDefinition<S extends PathShape, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType> = Omit<
  Definition<Context, ObjectOf<S>, Q, B, O>,
  'id' | 'params' | 'run'
> & {
  /** The words after the topic: `configuration.list`. */
  readonly name: string;
  /** The route after that of the chart. */
  readonly http: Route;
  /** Path parameters after the chart. */
  readonly params?: S;
  readonly of?: {
    readonly [K in ScopeKind]?: readonly ScopePath<z.output<ObjectOf<S>>, z.output<Q>, z.output<B>>[];
  };
  readonly run: (ctx: Context, input: { readonly chart: ChartKey } & Input<ObjectOf<S>, Q, B>) => Promise<Answer<O>>;
};

/** Declares operations on one chart of a family, by its `route` or `vatRoute`: the handler receives `chart`, its key. */
export const chartOperation =
  (family: ChartFamily, route: string) =>
  <
    S extends PathShape = Record<never, never>,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
    O extends z.ZodType = z.ZodType,
  >(
    definition: ChartDefinition<S, Q, B, O>,
  ): Operation => {
    const { kind, topic, id } = family;
    const {
      name,
      cli,
      params = {},
      of = {},
      http,
      errors = [],
      idempotent = http.status === 201,
      run,
      ...rest
    } = definition;
    const hasFirm = route.includes('{companyId}');
    const policy = {
      right: http.method === 'GET' ? 'read' : 'write',
      of: { ...of, [kind]: id, ...(hasFirm && { company: 'companyId' }) },
    } as const;
    const path = { ...(hasFirm && { companyId: identifier() }), [id]: identifier(), ...params };
    return complete(
      {
        ...rest,
        id: `${topic}.${name}`,
        cli: { ...cli, args: [id, ...Object.keys(params)] },
        idempotent,
        params: z.object(path),
        errors: ['ChartNotFound', ...errors],
        run: async (ctx: Context, { [id]: chartId, companyId, ...input }: Readonly<Record<string, unknown>>) =>
          run(ctx, { chart: { kind, chartId, companyId }, ...input } as never),
      } as never,
      policy,
      { ...http, path: `${route}/{${id}}${http.path}` },
    );
  };
