/** What every operation on one folder repeats: its path, its refusal, its right by verb, the start of its route. */
import * as z from 'zod';
import type { Right, ScopeKind } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from './fields.ts';
import {
  type Answer,
  complete,
  type Definition,
  type Input,
  type Operation,
  type Route,
  type ScopePath,
} from './operation.ts';

/** A family of operations: where their routes start, and what the specification calls the folder in them. */
export interface FolderFamily {
  readonly prefix: string;
  readonly folder: 'accountingFolderId' | 'enterpriseId';
}

type Nothing = z.ZodObject<Record<never, never>>;
type PathShape = Readonly<Record<string, z.ZodType>>;
type ObjectOf<S extends PathShape> = z.ZodObject<{ -readonly [K in keyof S]: S[K] }>;

type FolderDefinition<S extends PathShape, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType> = Omit<
  Definition<Context, ObjectOf<S>, Q, B, O>,
  'params' | 'run'
> & {
  /** The route after the prefix; `path` may be empty. */
  readonly http: Route;
  /** Path parameters after the folder. */
  readonly params?: S;
  /** `read` for GET and `write` for the other verbs unless it says otherwise. */
  readonly right?: Right;
  /** Other inputs that name a folder, a firm or a chart. */
  readonly of?: {
    readonly [K in ScopeKind]?: readonly ScopePath<z.output<ObjectOf<S>>, z.output<Q>, z.output<B>>[];
  };
  readonly run: (ctx: Context, input: { readonly folderId: number } & Input<ObjectOf<S>, Q, B>) => Promise<Answer<O>>;
};

/**
 * Declares operations on a folder: `const bankOperation = folderOperation({ prefix, folder })`, then
 * `bankOperation({ id, summary, http, cli, output, run })`. A creation (201) takes an Idempotency-Key.
 */
export const folderOperation =
  ({ prefix, folder }: FolderFamily) =>
  <
    S extends PathShape = Record<never, never>,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
    O extends z.ZodType = z.ZodType,
  >(
    definition: FolderDefinition<S, Q, B, O>,
  ): Operation => {
    const { params, right, of = {}, http, errors = [], idempotent = http.status === 201, run, ...rest } = definition;
    const policy = {
      right: right ?? (http.method === 'GET' ? 'read' : 'write'),
      of: { ...of, folder: [folder, ...(of.folder ?? [])] },
    } as const;
    return complete(
      {
        ...rest,
        idempotent,
        params: z.object({ [folder]: identifier(), ...params }),
        errors: ['FolderNotFound', ...errors],
        run: async (ctx: Context, { [folder]: folderId, ...input }: Readonly<Record<string, unknown>>) =>
          run(ctx, { folderId, ...input } as never),
      } as never,
      policy,
      { ...http, path: `${prefix}${http.path}` },
    );
  };
