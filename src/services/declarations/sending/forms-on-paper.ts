/** The forms of a declaration to be read before it leaves, and after: as they were sent, or as they would be sent now. */
import type { FormDocument } from '../../documents/form-document.ts';
import { filingPiece } from '../../filing/pieces.ts';
import { cellKey } from '../../forms/cell-table.ts';
import type { FormContent } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import { formErrors } from '../../forms/errors.ts';
import { FORMS } from '../../forms/form-book.ts';
import { liassePaper } from '../../forms/paper/liasse-paper.ts';
import type { PaperForm } from '../../forms/paper/paper.ts';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import { type Labels, TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { kindEntry } from '../kinds.ts';
import type { Status } from '../rules/enumerations.ts';
import { canSend } from '../rules/status.ts';
import { readSettings } from '../settings.ts';
import { countingDeclarations } from '../standing.ts';
import { currentOf, filingOfDeclaration } from './filer.ts';
import { refuseMissing } from './missing.ts';
import { withPlaces } from './next-steps.ts';
import type { PeriodKey } from './period.ts';
import { type Subject, subjectOf } from './subject.ts';

/** `Draft`: would be sent so now; `Filed`: was sent so, and is not accepted yet. */
export const PAPER_STATES = ['Draft', 'Filed', 'Accepted'] as const;
export type PaperState = (typeof PAPER_STATES)[number];

export interface FormsOnPaper {
  readonly subject: Subject;
  readonly state: PaperState;
  readonly forms: readonly PaperForm[];
  /** Of the controls, where the forms are built now. */
  readonly findings: readonly Finding[];
  /** Why the year before is not shown, when it should be. */
  readonly gap: Labels | undefined;
}

export interface PaperRequest extends PeriodKey {
  /** Only this form of the declaration. */
  readonly form?: string | undefined;
}

/**
 * Failed controls do not stop it: they are part of what is read. Throws FolderNotFound, TypeNotSendable, PeriodUnknown,
 * ValuesMissing, FormUnknown when the declaration has no such form, and what building the content throws.
 */
export async function formsOnPaper(ctx: Context, { form, ...key }: PaperRequest): Promise<FormsOnPaper> {
  const subject = await subjectOf(ctx, key);
  const { contents, state, findings } = await contentsOf(ctx, subject);
  const wanted = contents.filter((content) => form === undefined || content.form === form);
  if (form !== undefined && wanted.length === 0) throw formErrors.FormUnknown({ forms: form });
  const { before, gap } = await yearBefore(ctx, subject);
  const typed = typedKeys(subject);
  const cells = cellsOf(subject, wanted);
  const forms = wanted.map((content) => {
    const previous = before?.find((other) => other.form === content.form);
    return liassePaper({ content, cells, previous, typed });
  });
  return { subject, state, forms, findings, gap };
}

interface Contents {
  readonly contents: readonly FormContent[];
  readonly state: PaperState;
  readonly findings: readonly Finding[];
}

const ACCEPTED: readonly Status[] = ['Accepted', 'AcceptedWithAnomalies'];

async function contentsOf(ctx: Context, subject: Subject): Promise<Contents> {
  const { folder, type, period } = subject;
  const declaration = currentOf(await countingDeclarations(ctx, folder.id), type, period.end);
  const { disableReadOnlyForms } = await readSettings(ctx, folder.id, period);
  if (declaration && !canSend(declaration.status) && !disableReadOnlyForms) {
    const filing = await filingOfDeclaration(ctx, declaration);
    const piece = filing && (await filingPiece(ctx, filing, 'Forms'));
    const state = ACCEPTED.includes(declaration.status) ? 'Accepted' : 'Filed';
    if (piece) return { contents: JSON.parse(piece.content.toString('utf8')) as FormContent[], state, findings: [] };
  }
  refuseMissing(kindEntry(type).needs, subject, 'Internal', ctx.language);
  const { forms, findings } = await kindEntry(type).build(subject);
  return { contents: forms, state: 'Draft', findings: withPlaces(findings, subject) };
}

interface YearBefore {
  readonly before?: readonly FormContent[];
  readonly gap: Labels | undefined;
}

/** Only the forms of the result print the year before. */
async function yearBefore(ctx: Context, { type, folder, earlier }: Subject): Promise<YearBefore> {
  const [last] = earlier;
  if (type !== 'Liasse' || !last) return { gap: undefined };
  try {
    const subject = await subjectOf(ctx, { folderId: folder.id, type, end: last.end as PlainDate });
    return { before: (await contentsOf(ctx, subject)).contents, gap: undefined };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    const [en, fr] = [error.text('en'), error.text('fr')];
    return { gap: { en: `The year before is not shown: ${en}`, fr: `L’exercice précédent n’est pas montré : ${fr}` } };
  }
}

const typedKeys = ({ values: { forms } }: Subject): ReadonlySet<string> =>
  new Set(
    Object.entries(forms).flatMap(([form, { cells = {} }]) => Object.keys(cells).map((cell) => cellKey(form, cell))),
  );

function cellsOf({ type, exercise, period }: Subject, contents: readonly FormContent[]) {
  const { year } = dayParts(kindEntry(type).yearOf === 'period end' ? period.end : exercise.start);
  const known = contents.map(({ form }) => form).filter((form) => FORMS.has(form));
  return FORMS.choose(known, { year, acceptLastKnownYear: true }).cells;
}

const STATES: Readonly<Record<PaperState, string>> = {
  Draft: 'Projet : non déposée',
  Filed: 'Déposée, non encore acceptée',
  Accepted: 'Acceptée',
};

/** For the client, in French. */
export function formDocument(ctx: Context, { subject, state, forms, gap }: FormsOnPaper): FormDocument {
  const { company, folder, period, type } = subject;
  const about = `Exercice du ${frenchDay(period.start)} au ${frenchDay(period.end)}`;
  const { label } = kindEntry(type);
  const siren = folder.siren ? `, SIREN ${folder.siren}` : '';
  return {
    title: label,
    lines: [company.name, `${folder.name}${siren}`, about, STATES[state], ...(gap ? [gap.fr] : [])],
    foot: company.name,
    head: `${company.name}  -  ${folder.name}${siren}  -  ${label}  -  ${about}`,
    createdAt: ctx.clock.now(),
    language: 'fr',
    mark: state === 'Accepted' ? undefined : 'PROJET',
    forms,
  };
}

const frenchDay = (day: string): string => day.split('-').reverse().join('/');
