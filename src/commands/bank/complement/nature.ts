import * as z from 'zod';
import { findNatures } from '../../../services/banking/transactions/complementary/natures.ts';
import { defineOperation } from '../../operation/operation.ts';

const level = (about: string) => z.string().trim().max(100).optional().describe(about);

export const bankNatureList = defineOperation({
  id: 'bank.nature.list',
  ref: 'C32',
  summary: { en: 'Look natures of operations up', fr: 'Chercher les natures d’opérations' },
  description:
    'A table of ours, shipped with the program: goods or services, direction, territory, VAT rate, rule; Value is a code for the whole. Levels are found whatever their case and accents; goods, assets, sale, purchase, european union and outside the union are understood too.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/banking/natures' },
  cli: { examples: ['taxops bank nature list', 'taxops bank nature list --level1 services --level2 achat'] },
  query: z.object({
    level1: level('Goods or services: Biens, Services, Immobilisations, Hors champ'),
    level2: level('Direction: Vente, Achat'),
    level3: level('Territory: France, Union européenne…'),
  }),
  output: z.array(
    z
      .object({
        Id: z.int(),
        Level1: z.string(),
        Level2: z.string(),
        Level3: z.string(),
        Level4: z.string(),
        Level5: z.string(),
        Value: z.string(),
      })
      .meta({ id: 'OperationNature' }),
  ),
  columns: ['Id', 'Level1', 'Level2', 'Level3', 'Level4', 'Value'],
  run: async (_ctx, { level1, level2, level3 }) =>
    findNatures(level1, level2, level3).map(({ id, levels, value }) => ({
      Id: id,
      Level1: levels[0],
      Level2: levels[1],
      Level3: levels[2],
      Level4: levels[3],
      Level5: levels[4],
      Value: value,
    })),
});
