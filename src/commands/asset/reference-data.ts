import * as z from 'zod';
import { ENERGY_TYPES } from '../../services/assets/engine/energy-types.ts';
import { RETIREMENT_KINDS } from '../../services/assets/engine/retirement-types.ts';
import { getFolder } from '../../services/folders/folders.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

export const assetEnergyList = defineOperation({
  id: 'asset.energy.list',
  ref: 'B13',
  summary: { en: 'List the energies of vehicles', fr: 'Lister les énergies des véhicules' },
  description: 'Codes are those of field P.3 of the French registration certificate, simplified.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/fixed-assets/energy-types' },
  cli: { examples: ['taxops asset energy list'] },
  output: z.array(z.object({ Id: z.int(), Code: z.string(), Label: z.string() }).meta({ id: 'EnergyType' })),
  run: async () => ENERGY_TYPES.map(({ id, code, label }) => ({ Id: id, Code: code, Label: label })),
});

const RetirementTypeShape = z.object({
  Name: z.string(),
  RetirementType: z.string(),
  RetirementDescription: z.string(),
});

export const assetRetirementTypeList = defineOperation({
  id: 'asset.retirement.types',
  ref: 'B21',
  summary: { en: 'List the kinds of retirement', fr: 'Lister les types de sortie' },
  description: 'Items maps Sale and Disposal to their kinds.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/fixed-assets/accounting-folders/{accountingFolderId}/retirement-types' },
  cli: { examples: ['taxops asset retirement types --folder 12'] },
  params: z.object({ accountingFolderId: identifier() }),
  output: z.object({ Items: z.record(z.string(), z.array(RetirementTypeShape)) }),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId }) => {
    await getFolder(await ctx.db(), accountingFolderId);
    const Items: Record<string, z.output<typeof RetirementTypeShape>[]> = {};
    for (const { group, type, label } of RETIREMENT_KINDS) {
      Items[group] = [
        ...(Items[group] ?? []),
        { Name: label[ctx.language], RetirementType: type, RetirementDescription: label[ctx.language] },
      ];
    }
    return { Items };
  },
});
