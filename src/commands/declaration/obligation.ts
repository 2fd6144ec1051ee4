import * as z from 'zod';
import { dismissObligation, restoreObligation } from '../../services/declarations/dismissals.ts';
import { line } from '../operation/fields.ts';
import { date, sentence } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, declarationTypeName, instantDay } from './fields.ts';

const Dismissal = z.object({
  DeclarationType: from('type', headed(declarationTypeName(), 'Déclaration')),
  EndDate: from('end', date('Fin')),
  Reason: sentence('Motif'),
});

const PATH = '/obligations/dismissal';

export const obligationDismiss = declarationOperation({
  id: 'declaration.obligation.dismiss',
  summary: { en: 'Set an obligation aside, with the reason', fr: 'Écarter une obligation, avec le motif' },
  description:
    'What was never filed stays late until it is filed or set aside here. The reason is kept and shown by `declaration status --states Dismissed`; `declaration obligation restore` takes it back.',
  http: { method: 'PUT', path: PATH },
  cli: {
    examples: [
      'taxops declaration obligation dismiss --folder 12 --declaration-type Liasse --end-date 2023-12-31 --reason "Filed by the firm before us"',
    ],
  },
  body: fields({
    DeclarationType: from('type', declarationType()),
    EndDate: from('end', instantDay()),
    Reason: line(500),
  }),
  output: Dismissal,
  errors: ['PeriodUnknown', 'TypeNotSendable', 'ObligationMet'],
  run: (ctx, { folderId, body: { reason, ...period } }) => dismissObligation(ctx, { folderId, ...period }, reason),
});

export const obligationRestore = declarationOperation({
  id: 'declaration.obligation.restore',
  summary: { en: 'Take back an obligation that was set aside', fr: 'Reprendre une obligation écartée' },
  http: { method: 'PUT', path: '/obligations/restoration' },
  cli: {
    examples: ['taxops declaration obligation restore --folder 12 --declaration-type Liasse --end-date 2023-12-31'],
  },
  body: fields({
    DeclarationType: from('type', declarationType()),
    EndDate: from('end', instantDay()),
  }),
  output: Dismissal,
  errors: ['PeriodUnknown', 'TypeNotSendable', 'ObligationDue'],
  run: (ctx, { folderId, body }) => restoreObligation(ctx, { folderId, ...body }),
});
