import * as z from 'zod';
import { checkVatForms, simulateVat } from '../../services/vat/simulate.ts';
import { defineOperation } from '../operation/operation.ts';
import { checkInput, simulationBody, simulationInput } from './simulation-input.ts';
import { VatCheck, VatSimulation } from './simulation-output.ts';

export const vatSimulate = defineOperation({
  id: 'vat.simulate',
  summary: {
    en: 'Compute VAT returns of a small ledger',
    fr: 'Calculer les déclarations de TVA d’une petite comptabilité',
  },
  description:
    'No database: a folder with its VAT configuration, its entries and one or more periods, each carrying what the ones before it declared and left. Amounts are decimal strings with a point, or JSON numbers; boxes are whole euros by zone. Mode Check tests the Boxes given instead. Forms: _3310CA3 and its annexes, _3517SCA12, _3517AGRSD, _3514, _3515SD, _3525BIS, _3310TER.',
  policy: { kind: 'public' },
  http: { method: 'POST', path: '/api/vat-reporting/simulations' },
  cli: { examples: ['taxops vat simulate --body vat.json', 'taxops vat simulate --body vat.json --json'] },
  body: simulationBody,
  output: z.union([VatSimulation, VatCheck]),
  errors: [
    'PeriodInvalid',
    'PeriodsOverlap',
    'PeriodAlreadyDeclared',
    'EntryIdTwice',
    'EntryNotBalanced',
    'AmountInvalid',
    'ValueUnknown',
    'BoxUnknown',
    'BoxIsComputed',
    'AmountNotWhole',
    'PaymentsInvalid',
  ],
  run: async (_, { body }) =>
    body.mode === 'Check' ? { controls: checkVatForms(checkInput(body)) } : simulateVat(simulationInput(body)),
});
