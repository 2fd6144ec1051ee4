/** Publishing: A1 (ChannelB), A8 (a new declaration) and A9 (an existing one). */
import { type Sent, sendOnce } from '../../filing/send.ts';
import { getFolder } from '../../folders/folders.ts';
import type { Context } from '../../operation/context.ts';
import { remindersOf } from '../obligations.ts';
import type { Reminder } from '../rules/reminders.ts';
import { countingDeclarations } from '../standing.ts';
import { sendingErrors } from './errors.ts';
import { currentOf, declarationFiler } from './filer.ts';
import { type Prepared, prepare, type Wanted } from './prepare.ts';

export interface Publication {
  readonly prepared: Prepared;
  /** Undefined for a test payload: nothing was stored, nothing was sent. */
  readonly sent: Sent | undefined;
  readonly declarationId: number | undefined;
  readonly reminders: readonly Reminder[];
}

/** Builds a declaration and sends it, unless only its payload is wanted. Throws what `prepare` and `sendOnce` throw. */
export async function publish(ctx: Context, wanted: Wanted, testPayload: boolean): Promise<Publication> {
  const prepared = await prepare(ctx, wanted);
  const sent = testPayload ? undefined : await sendOnce(ctx, declarationFiler, prepared);
  const declarationId = sent?.owner.id ?? (await standing(ctx, prepared))?.id;
  const findings = [...prepared.findings, ...(testPayload ? prepared.elsewhere : [])];
  return { prepared, sent, declarationId, reminders: await remindersAbout(ctx, { ...prepared, findings }) };
}

/** Sends the declaration that stands for a period. Throws FolderNotFound, NotDeclarable when there is none. */
export async function publishExisting(ctx: Context, wanted: Wanted): Promise<Sent> {
  const { folderId, type, end } = wanted;
  await getFolder(ctx, folderId);
  const all = await countingDeclarations(ctx, folderId);
  if (type === 'Inconnu' || !currentOf(all, type, end)) throw sendingErrors.NotDeclarable({ folderId, type, end });
  return sendOnce(ctx, declarationFiler, await prepare(ctx, wanted));
}

/** Deposits on ChannelB. */
export async function sendThroughB(ctx: Context, wanted: Omit<Wanted, 'channel'>): Promise<Sent> {
  return sendOnce(ctx, declarationFiler, await prepare(ctx, { ...wanted, channel: 'ChannelB' }));
}

async function standing(ctx: Context, { folderId, kind, period }: Prepared) {
  return currentOf(await countingDeclarations(ctx, folderId), kind, period.end);
}

/** Those of the period, and what the controls of the forms warn of. */
async function remindersAbout(ctx: Context, { folderId, kind: type, period, findings }: Prepared): Promise<Reminder[]> {
  const known = await remindersOf(ctx, folderId, type, period);
  const warnings = findings.map(
    ({ about, code, message }): Reminder => ({
      level: 'Warning',
      types: [type],
      message: { en: joined(code, about, message.en), fr: joined(code, about, message.fr) },
    }),
  );
  return [...known, ...warnings];
}

/** What is about no form says none. */
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');
