import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { calendarFile } from '../../services/calendar/calendar-file.ts';
import { eventOf } from '../../services/declarations/obligations.ts';
import { STATUSES } from '../../services/declarations/rules/enumerations.ts';
import { TASK_STATES } from '../../services/declarations/rules/worklist.ts';
import { type FolderTask, type TaskPage, taskGrid, taskPage, tasksOf } from '../../services/declarations/tasks.ts';
import { FileResult } from '../../services/kernel/stream.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { choice, date, file, int, maybe, sentence, text } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';
import { declarationType, declarationTypeName, instantDay, member, refuseReversed } from './fields.ts';

const Task = z
  .object({
    State: choice(TASK_STATES, 'État'),
    FolderId: computed(int('Dossier'), ({ folder }: FolderTask) => folder.id),
    Folder: computed(text('Dossier'), ({ folder }: FolderTask) => folder.name),
    Type: computed(declarationTypeName(), ({ deadline }: FolderTask) => deadline.type),
    EndDate: computed(date('Fin'), ({ deadline }: FolderTask) => deadline.period.end),
    Due: computed(date('Échéance'), ({ deadline }: FolderTask) => deadline.due),
    Status: choice(STATUSES, 'Statut'),
    DeclarationId: maybe(int('Déclaration')),
    Reason: maybe(sentence('Motif')),
  })
  .meta({ id: 'DeclarationTask' });

const Scope = {
  accountingFolderId: identifier().optional().describe('Only this folder'),
  companyId: identifier().optional().describe('Only the folders of this firm'),
};

const Filter = {
  states: z.array(member(TASK_STATES)).optional().describe('Only these states'),
  types: z.array(declarationType()).optional().describe('Only these types'),
  dueFrom: instantDay().optional().describe('Due on that day or later'),
  dueTo: instantDay().optional().describe('Due on that day or before'),
};

interface ScopeInput {
  readonly accountingFolderId?: number | undefined;
  readonly companyId?: number | undefined;
}

const scopeOf = ({ accountingFolderId, companyId }: ScopeInput) => ({ folderId: accountingFolderId, companyId });

const Counts = z
  .object({
    Late: from('Late', int()),
    Rejected: from('Rejected', int()),
    ToSend: from('ToSend', int()),
    Waiting: from('Waiting', int('En attente')),
    Later: from('Later', int()),
    Done: from('Done', int('Faits')),
    Dismissed: from('Dismissed', int()),
  })
  .meta({ id: 'DeclarationTaskCounts' });

export const declarationStatus = defineCommand({
  id: 'declaration.status',
  summary: {
    en: 'Show what is late, rejected, to send, waiting',
    fr: 'Montrer ce qui est en retard, rejeté, à envoyer, en attente',
  },
  description:
    'The most pressing first, page by page, with how much there is in each state. What was never filed stays late until it is filed or set aside: taxops declaration obligation dismiss. With watch it looks again every so many seconds, until nothing waits for an answer any more.',
  cli: {
    examples: [
      'taxops declaration status --company 1',
      'taxops declaration status --states Late --types IS2572 --due-to 2026-05-31 --page 2',
      'taxops declaration status --folder 12 --watch 30',
    ],
  },
  query: z.object({
    ...Scope,
    ...Filter,
    states: Filter.states.describe('Late, Rejected, ToSend and Waiting by default'),
    ...paging,
    watch: z.int().min(1).optional().describe('Seconds between two looks'),
  }),
  output: pageOf(Task).extend({ Counts }),
  columns: ['State', 'Folder', 'Type', 'EndDate', 'Due', 'Status'],
  errors: ['FolderNotFound'],
  run: async (ctx, { watch, page, limit, accountingFolderId, companyId, ...filter }) => {
    refuseReversed(filter.dueFrom, filter.dueTo, 'dueTo');
    const scope = scopeOf({ accountingFolderId, companyId });
    for (;;) {
      const found = await taskPage(ctx, scope, filter, { page, limit });
      const { signal, terminal } = ctx;
      if (watch === undefined || found.counts.Waiting === 0 || signal.aborted) return found;
      terminal.note(`${ctx.clock.now()} ${countsText(found)}`);
      await pause(watch * 1000, undefined, { signal }).catch(() => {}); // Ctrl-C ends the pause
    }
  },
});

const countsText = ({ counts }: TaskPage): string =>
  (['Late', 'Rejected', 'ToSend', 'Waiting'] as const).map((state) => `${state} ${counts[state]}`).join(', ');

const Dates = {
  startDate: instantDay().optional().describe('Exercises that meet this window'),
  endDate: instantDay().optional(),
};

const inOrderOfDate = (tasks: readonly FolderTask[]): FolderTask[] =>
  tasks.toSorted((a, b) => (a.deadline.due < b.deadline.due ? -1 : a.deadline.due > b.deadline.due ? 1 : 0));

export const deadlineList = defineOperation({
  id: 'declaration.deadline.list',
  summary: { en: 'List the deadlines of declarations', fr: 'Lister les échéances des déclarations' },
  description: 'In order of date, done or not, of one folder, of a firm or of every folder that the caller sees.',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/tax-declarations/deadlines' },
  cli: {
    examples: ['taxops declaration deadline list --folder 12', 'taxops declaration deadline list --company 1 --json'],
  },
  query: z.object({ ...Scope, ...Dates, ...Filter }),
  output: z.array(Task),
  columns: ['Due', 'Folder', 'Type', 'EndDate', 'State', 'Status'],
  errors: ['FolderNotFound'],
  run: async (ctx, { startDate: start, endDate: end, accountingFolderId, companyId, ...filter }) => {
    refuseReversed(start, end);
    refuseReversed(filter.dueFrom, filter.dueTo, 'dueTo');
    return inOrderOfDate(await tasksOf(ctx, scopeOf({ accountingFolderId, companyId }), { start, end }, filter));
  },
});

export const deadlineGrid = defineOperation({
  id: 'declaration.deadline.grid',
  summary: {
    en: 'List the deadlines of declarations folder by folder',
    fr: 'Lister les échéances des déclarations dossier par dossier',
  },
  description:
    'So many folders a page, by name, each with all of its deadlines in order of date, done or not; and how much there is in each state over all folders, whichever states are asked for.',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/tax-declarations/deadlines/by-folder' },
  cli: { examples: ['taxops declaration deadline grid --company 1 --states Late,Rejected'] },
  query: z.object({ ...Scope, ...Filter, ...paging }),
  output: pageOf(Task).extend({
    PageItems: int('Dossiers de la page').describe('Folders of this page'),
    TotalItems: from('total', int()).describe('Folders'),
    Counts,
  }),
  columns: ['Folder', 'Type', 'EndDate', 'Due', 'State', 'Status'],
  errors: ['FolderNotFound'],
  run: async (ctx, { page, limit, accountingFolderId, companyId, ...filter }) => {
    refuseReversed(filter.dueFrom, filter.dueTo, 'dueTo');
    return taskGrid(ctx, scopeOf({ accountingFolderId, companyId }), filter, { page, limit });
  },
});

export const deadlineCalendar = defineOperation({
  id: 'declaration.deadline.calendar',
  summary: { en: 'Write the deadlines as a calendar (.ics)', fr: 'Écrire les échéances en calendrier (.ics)' },
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/tax-declarations/deadlines/calendar' },
  cli: { examples: ['taxops declaration deadline calendar --company 1 --output deadlines.ics'] },
  query: z.object({ ...Scope, ...Dates }),
  output: file('text/calendar'),
  errors: ['FolderNotFound'],
  run: async (ctx, { startDate: start, endDate: end, ...scope }) => {
    refuseReversed(start, end);
    const tasks = inOrderOfDate(await tasksOf(ctx, scopeOf(scope), { start, end }));
    return new FileResult(
      'deadlines.ics',
      'text/calendar; charset=utf-8',
      chunks(
        calendarFile(
          tasks.map((task) => eventOf(task, ctx.language)),
          ctx.clock.now(),
        ),
      ),
    );
  },
});

async function* chunks(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
}
