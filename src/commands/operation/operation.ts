import * as z from 'zod';
import type { AuditEntry } from '../../services/audit/audit.ts';
import type { Labels, Language } from '../../services/kernel/errors.ts';
import type { FileResult, InputFile, LongObject, PageResult } from '../../services/kernel/stream.ts';
import type { Policy } from '../../services/operation/actor.ts';
import type { Context, TerminalContext } from '../../services/operation/context.ts';
import { answerToWire, type Domain } from './wire.ts';

/**
 * One operation, declared once: the command line, the HTTP routes, the OpenAPI document, the reference and the shell
 * completion are all read from this object.
 */
export interface Operation {
  /** Dotted and unique: `bank.statement.import`. */
  readonly id: string;
  /** Rows of the specification that this operation fulfils; none for operations of our own. */
  readonly refs: readonly string[];
  readonly summary: Labels;
  /** What the summary does not say: units, choices, side effects. English. */
  readonly description?: string;
  readonly policy: Policy;
  /** Undefined for what only makes sense on this machine (`db start`, `init`). */
  readonly http: Route | undefined;
  readonly cli: CommandLine;
  /** Path parameters, query parameters and JSON body, under their wire names. */
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body?: z.ZodType;
  /** Where nothing is read of a body, it may hold nothing, which would be lost in silence. */
  readonly noBody?: z.ZodType;
  readonly files?: FileInput;
  readonly output: z.ZodType;
  /** Codes of this operation's own failures; bad input and access failures go without saying. */
  readonly errors: readonly string[];
  /** Fields that a table shows when nobody asks for others; all of them by default. */
  readonly columns?: readonly string[];
  readonly view?: (result: unknown, language: Language, origin: unknown) => Blocks;
  /** The columns of its tables are no fields: CSV has the tables of the view. */
  readonly isDrawn?: boolean;
  /** How the call should end for this result; `done` by default. */
  readonly outcome?: (result: unknown) => Outcome | Promise<Outcome>;
  /** What `--output` receives of a result that only says where its file is, or has it as text. */
  readonly toFile?: (result: unknown) => AsyncIterable<Uint8Array>;
  /**
   * Whether calls are in the audit log. Those of operations with a route that takes more than the right to read are,
   * unless they write it themselves in the transaction that does the work (`itself`) or only list (false); downloads
   * and commands without a route that change something say true. What lasts is there when it begins, too (`begun`): a
   * process that is killed writes no end.
   */
  readonly audited?: boolean | 'itself' | 'begun';
  /** What the line of a call that went well says of its result. */
  readonly auditDetails?: (result: unknown) => AuditEntry['details'];
  /** Most bytes of the body over HTTP; 1 MiB by default. */
  readonly bodyBytes?: number;
  /** Takes an Idempotency-Key: the same request sent again gets the first answer. */
  readonly idempotent?: boolean;
  readonly run: (ctx: Context, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With path parameters in braces. */
  readonly path: string;
  /** Success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Answers 202 when what was asked will be done later. */
  readonly mayWait?: boolean;
  /** A partner calls it, who may add query parameters that it does not name. */
  readonly openQuery?: boolean;
  /**
   * The body reaches the operation as `Text`, with its `Headers`: for a partner who signs the bytes. Tokens and cookies stay
   * outside.
   */
  readonly asSent?: boolean;
}

export interface CommandLine {
  /** Topic, nouns and verb: `['bank', 'statement', 'import']`. */
  readonly path: readonly [string, ...string[]];
  /** Inputs that are given without a flag, in this order. */
  readonly args?: readonly string[];
  /** The last of them is a text: it takes all the words that follow, without quotes. */
  readonly isSentence?: boolean;
  readonly examples: readonly string[];
  /** Asks before it runs on a terminal, needs --yes elsewhere; `unless` the query input of that name only previews. */
  readonly confirm?: boolean | { readonly unless: string };
}

/** Files an operation reads: positional arguments of the command, `File` parts of a multipart body. */
export interface FileInput {
  readonly many: boolean;
  readonly description: string;
  /** It may be left out: another input says what is read instead. */
  readonly isOptional?: boolean;
  /** Most bytes of each over HTTP; 50 MiB by default. */
  readonly bytes?: number;
}

/** `refused`: the input was judged bad and the result says why (exit 2); `partial`: some items failed (exit 3). */
export type Outcome = 'done' | 'refused' | 'partial' | 'pending';

/** What a result looks like to a person; JSON and CSV never pass through here. */
export type Blocks = Iterable<Block> | AsyncIterable<Block>;

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      /** Said under the table, for example `50 / 1240, --page 2`. */
      readonly note?: string;
      /** As many rows as a screen shows: files have all of them. */
      readonly shown?: number;
      /** Places of the rows that are totals. */
      readonly underlined?: readonly number[];
      /** Columns that documents sum by formula, in place of the rows that are totals. */
      readonly summed?: readonly string[];
      /** Section of each row in documents, which have a subtotal of each. */
      readonly sections?: readonly string[];
    };

export interface Column {
  /** Name of a field of the output, which has its heading; of another when `fr` gives one. */
  readonly name: string;
  /** Heading in French of a column that is no field of the output; in English the name is read. */
  readonly fr?: string;
  /** A `sentence` is shown whole, over several lines of a narrow screen; a `text` is cut there. */
  readonly type?: 'text' | 'sentence' | 'amount' | 'number' | 'day';
  /** Its cells are names of fields, which people read as headings. */
  readonly isOfNames?: boolean;
}

export type Cell = string | number | boolean | null | undefined;

/** The input a handler receives: path and query parameters by name, the body under `body`, files under `files`. */
export type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = z.output<P> &
  z.output<Q> & { readonly body: z.output<B>; readonly files: readonly InputFile[] };

/** What a handler answers: the result in the words of the domain (see wire.ts), or one too large to hold. */
export type Answer<O extends z.ZodType> = Domain<O> | LongObject | FileResult | PageResult;

/** Paths to what an input may name: a field, a field of the body or of its items, a field of an object or list in it. */
type KeyOf<T> = keyof T & string;
type BodyPath<B> = B extends readonly (infer Item)[]
  ? `body.*.${KeyOf<Item>}`
  : `body.${KeyOf<B>}` | { [K in KeyOf<B>]: `body.${K}.${InnerPath<NonNullable<B[K]>>}` }[KeyOf<B>];
type InnerPath<T> = T extends readonly (infer Item)[]
  ? Item extends number
    ? '*'
    : `*.${KeyOf<Item>}`
  : T extends object
    ? KeyOf<T>
    : never;
export type ScopePath<P, Q, B> = KeyOf<P> | KeyOf<Q> | BodyPath<B>;

/** A route of one verb; the parts a family of operations shares may be left to it. */
export interface Definition<
  C extends Context,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
> {
  readonly id: string;
  readonly ref?: string | readonly string[];
  readonly summary: Labels;
  readonly description?: string;
  /** The words of `id` are the command unless `path` says otherwise. */
  readonly cli: Omit<CommandLine, 'path'> & { readonly path?: CommandLine['path'] };
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly files?: FileInput;
  readonly output: O;
  readonly errors?: readonly string[];
  readonly columns?: readonly string[];
  /** `origin` is what the handler answered, before it was translated. */
  readonly view?: (result: z.output<O>, language: Language, origin: Domain<O>) => Blocks;
  readonly isDrawn?: boolean;
  readonly outcome?: (result: z.output<O>) => Outcome | Promise<Outcome>;
  readonly toFile?: (result: z.output<O>) => AsyncIterable<Uint8Array>;
  readonly audited?: boolean | 'itself' | 'begun';
  readonly auditDetails?: (result: z.output<O>) => AuditEntry['details'];
  readonly bodyBytes?: number;
  readonly idempotent?: boolean;
  readonly run: (ctx: C, input: Input<P, Q, B>) => Promise<Answer<O>>;
}

type Nothing = z.ZodObject<Record<never, never>>;

/** Declares an operation that the command line and HTTP both serve. */
export function defineOperation<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  O extends z.ZodType = z.ZodType,
>(
  definition: Definition<Context, P, Q, B, O> & {
    readonly policy: Policy<ScopePath<z.output<P>, z.output<Q>, z.output<B>>>;
    readonly http: Route;
  },
): Operation {
  return complete(definition, definition.policy, definition.http);
}

/** Declares a command that only makes sense on this machine: it has no route, and it may talk to the terminal. */
export function defineCommand<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  O extends z.ZodType = z.ZodType,
>(definition: Definition<TerminalContext, P, Q, B, O>): Operation {
  return complete(definition, { right: 'operate', of: 'nobody' }, undefined);
}

/** The declaration with what it leaves out, its answers translated to the wire. */
export function complete<
  C extends Context,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(definition: Definition<C, P, Q, B, O>, policy: Policy, http: Route | undefined): Operation {
  const {
    id,
    ref = [],
    cli,
    params = z.strictObject({}),
    query = z.strictObject({}),
    errors = [],
    output,
  } = definition;
  return {
    ...definition,
    refs: typeof ref === 'string' ? [ref] : ref,
    cli: { ...cli, path: cli.path ?? (id.split('.') as [string, ...string[]]) },
    params,
    query,
    ...(definition.body ? {} : { noBody: z.strictObject({}) }),
    errors,
    policy,
    http,
    run: async (ctx: C, input: Input<P, Q, B>) => answerToWire(output, await definition.run(ctx, input), ctx.language),
  } as unknown as Operation;
}
