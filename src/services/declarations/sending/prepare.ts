/** A declaration made ready to leave. Nothing is stored and nothing is sent here. */
import type { Exercise } from '../../calendar/periods.ts';
import type { ChannelName } from '../../channels/channel.ts';
import type { TextChange } from '../../edi/text.ts';
import { controlsFailed } from '../../filing/errors.ts';
import type { Dispatch } from '../../filing/filer.ts';
import { newReference } from '../../filing/reference.ts';
import type { FormContent } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import { presentMoment } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { daysBetween } from '../../ledger/continuity.ts';
import type { ExerciseDates, Exercise as LedgerExercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { type DeclarationKind, type DeclarationType, kindEntry } from '../kinds.ts';
import { openingFindings } from '../returns/controls.ts';
import type { DeclarationSourceType } from '../rules/enumerations.ts';
import { readSettings } from '../settings.ts';
import { missingElsewhere, refuseMissing, requireValues } from './missing.ts';
import { accountFor } from './needs.ts';
import { withPlaces } from './next-steps.ts';
import { buildPayload, type Envelope, leftToPay } from './payload.ts';
import { type Subject, subjectOf } from './subject.ts';

export interface Wanted {
  readonly folderId: number;
  readonly type: DeclarationType;
  readonly end: PlainDate;
  /** Must be that of the period when it is given. */
  readonly start?: PlainDate | undefined;
  readonly channel: ChannelName;
  readonly subject?: string | undefined;
  readonly blockIfInconsistent?: boolean | undefined;
  readonly sourceType?: DeclarationSourceType | undefined;
}

export interface Prepared extends Dispatch {
  readonly kind: DeclarationKind;
  readonly period: Exercise;
  readonly due: PlainDate;
  readonly sourceType: DeclarationSourceType | undefined;
  readonly forms: readonly FormContent[];
  readonly findings: readonly Finding[];
  /** What another channel would ask for. */
  readonly elsewhere: readonly Finding[];
  readonly json: string;
}

/**
 * Builds what would be sent. Throws FolderNotFound, TypeNotSendable, PeriodReversed, PeriodUnknown, ValuesMissing,
 * ControlsFailed, EdiInvalid, and what building the content throws.
 */
export async function prepare(ctx: Context, wanted: Wanted): Promise<Prepared> {
  const { folderId, channel, sourceType } = wanted;
  const subject = await subjectOf(ctx, { ...wanted, folderId });
  requireValues(subject, channel, ctx.language);
  const content = await kindEntry(subject.type).build(subject);
  refuseMissing([accountFor(leftToPay(subject, content))], subject, channel, ctx.language);
  const findings = withPlaces([...content.findings, ...closingLeftOut(subject), ...openingOff(subject)], subject);
  await refuseFailures(ctx, subject, findings);
  const envelope = envelopeOf(ctx, subject, wanted);
  const { payload, contentType, json, changes } = buildPayload(subject, content, envelope);
  const { type, period, deadline, folder } = subject;
  const { reference, isTest } = envelope;
  const identity = {
    reference,
    siren: folder.siren ?? '',
    form: kindEntry(type).form,
    end: period.end,
    due: deadline.due,
  };
  return {
    folderId,
    channel,
    kind: type,
    period,
    due: deadline.due,
    sourceType,
    contentType,
    json,
    forms: content.forms,
    findings: [...findings, ...textsChanged(changes)],
    elsewhere: missingElsewhere(subject, channel),
    filing: { ...identity, due: kindEntry(type).document === 'liasse' ? undefined : identity.due, isTest, payload },
  };
}

export function envelopeOf(
  ctx: Context,
  { type, period, folder }: Subject,
  { channel, subject, blockIfInconsistent = true }: Wanted,
): Envelope {
  const { channelEnvironment, channelAAccount, channelACallbackUrl } = ctx.settings;
  return {
    channel,
    blockIfInconsistent,
    reference: newReference(ctx),
    at: presentMoment(ctx),
    isTest: channelEnvironment.value !== 'prod',
    account: channelAAccount.value ?? '',
    callback: channelACallbackUrl.value,
    subject: subject ?? `${folder.name} ${type} ${period.end}`,
  };
}

/** L26: what the reader of the file will see instead. Holders of accounts are not repeated. */
const textsChanged = (changes: readonly TextChange[] = []): Finding[] =>
  changes
    .filter(({ path }) => !path.includes('Titulaire'))
    .map(({ path, from, to }) => ({
      code: 'L26',
      level: 'warning',
      about: '',
      message: {
        en: `${path}: “${from}” is sent as “${to}”.`,
        fr: `${path} : « ${from} » est envoyé comme « ${to} ».`,
      },
    }));

const closingLeftOut = ({ books }: Subject): Finding[] =>
  books
    .filter(({ isClosed }) => isClosed)
    .map(({ exercise: { end } }) => ({
      code: 'L25',
      level: 'warning',
      about: '',
      message: {
        en: `The entry that closes classes 6 and 7 on ${end} is left out.`,
        fr: `L’écriture qui solde les classes 6 et 7 au ${end} n’est pas retenue.`,
      },
    }));

/** L17: a liasse opens with what the exercise before closed with, when that one has entries. */
function openingOff(subject: Subject): Finding[] {
  const { booksBefore, books, exercise } = subject;
  if (!booksBefore) return [];
  const missing = daysBetween(booksBefore.exercise, exercise);
  if (missing) return [exerciseMissing(subject, booksBefore.exercise, missing)];
  return booksBefore.balances.length > 0 ? openingFindings(booksBefore.balances, books[0]?.opening ?? []) : [];
}

/** What is taken from the year before is then of an earlier one. */
function exerciseMissing(
  { folder }: Subject,
  { id, end: last }: LedgerExercise,
  { start, end }: ExerciseDates,
): Finding {
  const command = `taxops exercise update ${id} --folder ${folder.id} --end-date ${end}`;
  const message = {
    en: `No exercise holds the days from ${start} to ${end}: what this return takes from the year before (losses left, N-1, gains spread) is of the exercise ended ${last}, and its opening was compared with nothing. Import the exercise that lacks, or correct the dates of one beside it: ${command}`,
    fr: `Aucun exercice ne contient les jours du ${start} au ${end} : ce que cette liasse reprend de l’exercice précédent (déficits restants, N-1, plus-values étalées) vient de celui clos le ${last}, et son ouverture n’a été comparée à rien. Importez l’exercice qui manque, ou corrigez les dates d’un voisin : ${command}`,
  };
  return { code: 'L17', level: 'warning', about: '', message };
}

/** Failed controls block, unless the settings of the period let them pass. */
async function refuseFailures(ctx: Context, { folder, period }: Subject, findings: readonly Finding[]): Promise<void> {
  const failures = findings.filter(({ level }) => level === 'error');
  if (failures.length === 0) return;
  if ((await readSettings(ctx, folder.id, period)).allowSendingWithFscpError) return;
  const issues = failures.map(({ about, code, message }) => ({ path: about, code, message: message[ctx.language] }));
  throw controlsFailed(issues);
}
