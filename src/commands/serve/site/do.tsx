/** `POST /do/<operation>`: what a form asks for, done once; refused, the page it came from says why. */

import { setMaxListeners } from 'node:events';
import type { Context as HonoContext } from 'hono';
import type { WebSession } from '../../../services/identity/web-sessions.ts';
import { type Language, TaxopsError } from '../../../services/kernel/errors.ts';
import type { InputFile } from '../../../services/kernel/stream.ts';
import type { Context } from '../../../services/operation/context.ts';
import { type Around, invalidInput } from '../../operation/invoke.ts';
import type { Outcome } from '../../operation/operation.ts';
import { commandErrors } from '../../program/errors.ts';
import { inputWords } from '../../program/input-words.ts';
import type { ManifestEntry, ManifestInput } from '../../program/manifest.ts';
import { loadOperation } from '../../program/operations.ts';
import { boundedText } from '../bounded-text.ts';
import { readForm } from '../form.ts';
import { idempotent } from '../idempotency.ts';
import type { Answer, Inputs } from '../pages/page.ts';
import { midnightDay } from '../pages/parts/folder.ts';
import { wasIn } from '../pages/parts/held.ts';
import { Blocks, blocksOf } from '../pages/parts/table.tsx';
import { dayOf, type Failure, type Probe } from '../pages/parts/view.ts';
import { wordsOf } from '../pages/texts.ts';
import { type RequestLimits, refuseLongBody } from '../request.ts';
import { caller, run } from './call.ts';
import { draw, type Easel, languageFor, problemOf } from './draw.tsx';
import { isOfList, type Lists, listsOf } from './lists.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

export interface Sent {
  readonly entry: ManifestEntry;
  readonly values: Values;
  /** Of a table that is filled in: its rows under the name of the field that takes them. */
  readonly lists: Lists;
  readonly files: readonly InputFile[];
  /** Where the person came from and goes back to. */
  readonly back: string;
  /** Where the person goes when it is done, if not back. */
  readonly after: string | undefined;
  /** What its fields held when the form was drawn, where that is said. */
  readonly was: Probe['was'] | undefined;
  /** Printed in the form: sent twice, it is done once. */
  readonly key: string | null;
  readonly isSure: boolean;
  readonly discard: () => Promise<void>;
}

const MOST_FIELDS = 1_000;

/**
 * Reads what a form sent. Throws OperationUnknown, FormTooLarge, FilesTooLarge, FilesTooMany, FormMalformed,
 * MediaTypeUnknown, InvalidInput.
 */
export async function readSent(
  { req }: HonoContext,
  entries: readonly ManifestEntry[],
  { limits, language }: { readonly limits: RequestLimits; readonly language: Language },
): Promise<Sent> {
  const id = req.param('operation') ?? '';
  const entry = entries.find((one) => one.id === id && one.http !== undefined && one.http.method !== 'GET');
  if (!entry) throw commandErrors.OperationUnknown({ id, suggestion: '' });
  const { fields, files, discard } = await bodyOf(entry, req.raw, limits).catch((error) => {
    throw asOfForm(error, entry, language);
  });
  const { _back, _after, _key, _sure, _was, ...values } = gathered(fields);
  return {
    entry,
    values,
    lists: listsOf(fields),
    files,
    back: backWithin(only(_back) ?? '/', req.url),
    after: _after === undefined ? undefined : backWithin(only(_after) ?? '/', req.url),
    was: wasIn(only(_was)),
    key: only(_key) ?? null,
    isSure: _sure !== undefined,
    discard,
  };
}

async function bodyOf(entry: ManifestEntry, request: Request, limits: RequestLimits) {
  refuseLongBody(entry, request, limits);
  return entry.files ? partsOf(request, limits) : fieldsOf(request, limits);
}

/** A person filled in a form, and sent no body. */
function asOfForm(error: unknown, { summary, files }: ManifestEntry, language: Language): unknown {
  if (!(error instanceof TaxopsError) || error.code !== 'BodyTooLarge') return error;
  const { limit = 0 } = error.params;
  const form = summary[language];
  return files ? commandErrors.FilesTooLarge({ form, limit }) : commandErrors.FormTooLarge({ form, limit });
}

/** Of what is sent once; a form of ours repeats none of these. */
const only = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value[0] : value;

type Fields = readonly (readonly [name: string, value: string])[];

async function partsOf(request: Request, limits: RequestLimits) {
  const { raw, discard } = await readForm(request, limits, (form) => form);
  return { ...raw, discard };
}

async function fieldsOf(request: Request, { jsonBytes }: RequestLimits) {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw commandErrors.MediaTypeUnknown({ expected: 'application/x-www-form-urlencoded', given: type || 'nothing' });
  const fields: Fields = [...new URLSearchParams(await boundedText(request, jsonBytes))];
  if (fields.length > MOST_FIELDS) throw commandErrors.FormMalformed({ reason: `more than ${MOST_FIELDS} fields` });
  return { fields, files: [], discard: async () => {} };
}

/** Fields of one name are a list of its values. */
function gathered(fields: Fields): Record<string, string | readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of fields) found.set(name, [...(found.get(name) ?? []), value]);
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Only pages of ours: an address of another site is replaced by the first page. */
export function backWithin(back: string, from: string): string {
  const { origin } = new URL(from);
  if (!back.startsWith('/') || !URL.canParse(back, origin)) return '/';
  const url = new URL(back, origin);
  // A path may become one of two slashes by its dots (`/.//host`), which names a host again.
  return url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/';
}

/**
 * The fields as the input of the operation. An empty one is null where the schema takes it, absent elsewhere; a name that
 * the operation does not have is refused.
 */
export function inputOf({ inputs, hasBody }: ManifestEntry, values: Values, language: Language): Inputs {
  const known = new Map(inputs.map((input) => [input.name, input]));
  const plain = Object.entries(values).filter(([name]) => !isOfList(name));
  const odd = plain.filter(
    ([name, value]) =>
      (!known.get(name)?.many && typeof value !== 'string') || (!known.has(name) && !(hasBody && name.includes('.'))),
  );
  if (odd.length > 0)
    throw invalidInput(
      odd.slice(0, 50).map(([path]) => ({ path, code: 'unrecognized', message: wordsOf.noSuchField[language] })),
    );
  const read = plain.flatMap(([name, value]): [string, unknown][] => {
    const input = known.get(name);
    if (value === '') return input?.nullable ? [[name, null]] : [];
    return [[name, typeof value === 'string' ? asOperationsTakeIt(name, value, input?.type) : value]];
  });
  return Object.fromEntries(read);
}

/** Numbers of the company register are printed in groups: `999 999 998`. */
const REGISTERED = ['Siren', 'Siret'];

function asOperationsTakeIt(name: string, value: string, type: ManifestInput['type'] | undefined): string {
  if (REGISTERED.includes(name)) return value.replaceAll(/[\s\u00a0\u202f]/g, '');
  return type === 'number' || isAmount(name) ? plainNumber(value) : value;
}

/** `1 234,56`, as people write it, is 1234.56; any other text stays as it is, for the schema to refuse. */
export const plainNumber = (text: string): string =>
  /^\s*-?\d+([\s\u00a0\u202f]\d{3})*(,\d+)?\s*$/.test(text)
    ? text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
    : text;

/** Amounts are texts to operations; so is the value of a cell, which may be one. */
export const isAmount = (name: string): boolean => name.endsWith('Amount') || name === 'Value';

/** A creation is done once however often its form is sent, also where the API needs no key for it. */
const once =
  (key: string | null): Around =>
  (operation, ...call) =>
    idempotent(key)({ ...operation, idempotent: operation.idempotent || operation.http?.status === 201 }, ...call);

/** Does it, and says where to go or what came out. Throws what the operation throws. */
export async function doSent(sent: Sent, ctx: Context): Promise<Answer> {
  setMaxListeners(0, ctx.signal);
  const empty = Object.keys(sent.lists).filter((list) => sent.lists[list] === '[]');
  const message = wordsOf.nothingFilled[ctx.language];
  if (empty.length > 0) throw invalidInput(empty.map((path) => ({ path, code: 'empty', message })));
  return run(ctx, sent.entry, {
    input: { ...inputOf(sent.entry, sent.values, ctx.language), ...sent.lists },
    files: sent.files,
    around: once(sent.key),
  });
}

/** What was refused, or only asked or previewed, is shown whole, unless the page that the form leads to has it. */
export function isToShow({ operation, input, result }: Answer, outcome: Outcome, hasPage: boolean): boolean {
  const { policy, http } = operation;
  if (hasPage) return outcome === 'refused' || input.dryRun === 'true';
  const isQuestion = http?.method === 'POST' && 'right' in policy && policy.right === 'read';
  const isReport = operation.files?.many === true; // what became of each file
  return (
    outcome === 'refused' ||
    outcome === 'partial' ||
    input.dryRun === 'true' ||
    ((isQuestion || isReport) && result !== undefined)
  );
}

/** Days, and the midnights that stand for them, as people write them. */
function asWritten(value: Values[string], language: Language): string {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayOf(text, language);
  return /^\d{4}-\d\d-\d\dT00:00/.test(text) ? dayOf(midnightDay(text), language) : text;
}

interface Asking {
  readonly sent: Sent;
  readonly ctx: Context;
}

/** The name of the folder that it is about, as far as the person may see it. Throws FolderNotFound. */
async function folderOf({ sent: { values }, ctx }: Asking): Promise<string | undefined> {
  const folderId = values.accountingFolderId ?? values.enterpriseId;
  if (folderId === undefined) return undefined;
  const { result } = await caller(ctx)('folder.show', { accountingFolderId: folderId });
  return (result as { readonly Name: string }).Name;
}

/** Whether a filing that leaves is a real one: that is the channel's to say. */
async function filingOf({ sent: { entry }, ctx }: Asking, language: Language): Promise<string | undefined> {
  const { policy } = await loadOperation(entry);
  if (!('right' in policy) || policy.right !== 'send') return undefined;
  return wordsOf[ctx.settings.channelEnvironment.value === 'prod' ? 'realFiling' : 'testFiling'][language];
}

/** What would go, of what can say it beforehand. */
async function previewOf({ sent: { entry, values }, ctx }: Asking): Promise<Answer | undefined> {
  if (typeof entry.cli.confirm !== 'object' || entry.cli.confirm.unless !== PREVIEW) return undefined;
  return run(ctx, entry, { input: { ...inputOf(entry, values, ctx.language), [PREVIEW]: 'true' } });
}

const PREVIEW = 'preview';

/** What will happen, said again before it does. Throws FolderNotFound, and what a preview throws. */
export async function confirmation(
  context: HonoContext,
  easel: Easel,
  session: WebSession,
  asking: Asking,
): Promise<Response> {
  const language = languageFor(context, easel, session);
  const { entry, values, back, after, key } = asking.sent;
  const about = [await folderOf(asking), await filingOf(asking, language)].filter(Boolean);
  const preview = await previewOf(asking);
  const blocks = preview && (await blocksOf(preview, language));
  return draw(context, easel, session, {
    title: wordsOf.confirmTitle[language],
    body: (
      <>
        <p>
          <strong>{entry.summary[language]}</strong>
        </p>
        {about.map((line) => (
          <p>{line}</p>
        ))}
        <dl>
          {Object.entries(values).map(([name, value]) => (
            <>
              <dt>{inputWords(entry.inputs.find((input) => input.name === name) ?? { name, flag: '' }, language)}</dt>
              <dd>{asWritten(value, language)}</dd>
            </>
          ))}
        </dl>
        {preview && blocks && <Blocks blocks={blocks} of={preview} />}
        <form method="post" action={`/do/${entry.id}`}>
          {Object.entries({ ...values, _back: back, _after: after ?? back, _key: key ?? '', _sure: 'yes' }).map(
            ([name, value]) => [value].flat().map((item) => <input type="hidden" {...{ name }} value={item} />),
          )}
          <button type="submit" class="first">
            {wordsOf.confirm[language]}
          </button>{' '}
          <a href={back}>{wordsOf.cancel[language]}</a>
        </form>
      </>
    ),
  });
}

/** What came out of a call that has no page of its own. */
export async function drawAnswer(
  context: HonoContext,
  easel: Easel,
  session: WebSession,
  { answer, back, status }: { readonly answer: Answer; readonly back: string; readonly status: number },
): Promise<Response> {
  const language = languageFor(context, easel, session);
  const blocks = await blocksOf(answer, language);
  return draw(context, easel, session, {
    title: answer.entry.summary[language],
    status,
    body: (
      <>
        <Blocks blocks={blocks} of={answer} />
        <p>
          <a href={back}>{wordsOf.backTo[language]}</a>
        </p>
      </>
    ),
  });
}

export const failureOf = (
  context: HonoContext,
  easel: Easel,
  session: WebSession,
  { sent, error }: { readonly sent: Sent; readonly error: unknown },
): Failure => ({
  operation: sent.entry.id,
  values: sent.values,
  problem: problemOf(context, easel, session, error),
});
