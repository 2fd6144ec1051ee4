import * as z from 'zod';
import { ADVANCE_MODES, getAdvanceMode, setAdvanceMode } from '../../../services/vat/configuration/advance-mode.ts';
import { recommendAdvanceMode } from '../../../services/vat/configuration/advance-recommendation.ts';
import { identifier } from '../../operation/fields.ts';
import { choice, flag, int, maybe, moment } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

const ROUTE = '/advance-payment-mode';

const AdvanceModeShape = z
  .object({
    Mode: choice(ADVANCE_MODES, 'Mode'),
    IsLocked: flag('Verrouillé').describe('A declaration was sent: the mode changes no more'),
    LastChangedAt: maybe(moment('Modifié le')),
    LastChangedByUserId: maybe(int('Modifié par')),
  })
  .meta({ id: 'VatAdvancePaymentMode' });

export const vatAdvanceModeShow = vatOperation({
  id: 'vat.advance-mode.show',
  ref: 'D16',
  summary: {
    en: 'Show whether advances are booked with their VAT',
    fr: 'Montrer si les acomptes sont comptabilisés TTC ou HT',
  },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat advance-mode show --folder 1'] },
  output: AdvanceModeShape,
  run: (ctx, { folderId }) => getAdvanceMode(ctx, folderId),
});

export const vatAdvanceModeSet = vatOperation({
  id: 'vat.advance-mode.set',
  ref: 'D17',
  summary: { en: 'Set how advances are booked', fr: 'Fixer le mode de comptabilisation des acomptes' },
  description:
    'A change takes away the VAT settings of the lines of advances (4091, 4191): the header X-Erased-Line-Configurations says how many. The mode that is there already changes nothing.',
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops vat advance-mode set --folder 1 --mode TaxExcluded'] },
  body: fields({ Mode: z.enum(ADVANCE_MODES) }),
  output: AdvanceModeShape,
  errors: ['AdvanceModeLocked'],
  run: async (ctx, { folderId, body: { mode } }) => {
    const changed = await setAdvanceMode(ctx, folderId, mode);
    if (changed.erased > 0) ctx.headers.set('X-Erased-Line-Configurations', String(changed.erased));
    return changed;
  },
});

export const vatAdvanceModeRecommend = vatOperation({
  id: 'vat.advance-mode.recommend',
  ref: 'D18',
  summary: {
    en: 'Recommend how advances are booked, from the entries of a return',
    fr: 'Recommander le mode des acomptes, d’après les écritures d’une déclaration',
  },
  description:
    'Reads the entries that credit 4191 in the period: TaxIncluded when the advance is all that was received, TaxExcluded when VAT stands beside it. It never decides.',
  http: { method: 'GET', path: `${ROUTE}/recommendation` },
  cli: { examples: ['taxops vat advance-mode recommend --folder 1 --procedure 7'] },
  query: z.object({ procedureId: identifier() }),
  output: z
    .object({
      ShouldAsk: flag('À demander'),
      RecommendedMode: choice(ADVANCE_MODES, 'Mode recommandé'),
      IsDetected: flag('Détecté'),
    })
    .meta({ id: 'VatAdvancePaymentModeRecommendation' }),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => recommendAdvanceMode(ctx, folderId, procedureId),
});
