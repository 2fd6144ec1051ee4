import * as z from 'zod';
import { ENERGY_TYPES } from '../../services/assets/engine/energy-types.ts';
import { RETIREMENT_KINDS } from '../../services/assets/engine/retirement-types.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { defineOperation } from '../operation/operation.ts';
import { text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { EnergyType } from './wire.ts';

export const assetEnergyList = defineOperation({
  id: 'asset.energy.list',
  ref: 'B13',
  summary: { en: 'List the energies of vehicles', fr: 'Lister les énergies des véhicules' },
  description: 'Codes are those of field P.3 of the French registration certificate, simplified.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/fixed-assets/energy-types' },
  cli: { examples: ['taxops asset energy list'] },
  output: z.array(EnergyType.meta({ id: 'EnergyType' })),
  run: async () => ENERGY_TYPES,
});

const RetirementTypeShape = z.object({
  Name: text('Nom'),
  RetirementType: from('type', text('Type')),
  RetirementDescription: from('name', text('Description')),
});

export const assetRetirementTypeList = assetOperation({
  id: 'asset.retirement.types',
  ref: 'B21',
  summary: { en: 'List the kinds of retirement', fr: 'Lister les types de sortie' },
  description: 'Items maps Sale and Disposal to their kinds.',
  http: { method: 'GET', path: '/retirement-types' },
  cli: { examples: ['taxops asset retirement types --folder 12'] },
  output: z.object({ Items: z.record(z.string(), z.array(RetirementTypeShape)) }),
  view: ({ Items }) => [
    {
      kind: 'table',
      columns: [
        { name: 'Attributes', fr: 'Attributs' },
        { name: 'RetirementType', fr: 'Type' },
        { name: 'RetirementDescription', fr: 'Description' },
      ],
      rows: Object.entries(Items).flatMap(([group, kinds]) =>
        kinds.map((kind) => [`${group}Attributes`, kind.RetirementType, kind.RetirementDescription]),
      ),
    },
  ],
  run: async (ctx, { folderId }) => {
    await getFolder(ctx, folderId);
    const kinds = RETIREMENT_KINDS.map((kind) => ({ ...kind, name: kind.label[ctx.language] }));
    const ofGroup = (wanted: string) => kinds.filter(({ group }) => group === wanted);
    return { items: { Sale: ofGroup('Sale'), Disposal: ofGroup('Disposal') } };
  },
});
