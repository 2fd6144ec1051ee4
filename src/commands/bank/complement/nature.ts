import * as z from 'zod';
import { findNatures } from '../../../services/banking/transactions/complementary/natures.ts';
import { defineOperation } from '../../operation/operation.ts';
import { int, text } from '../../operation/outputs.ts';

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
        Id: int('Id'),
        Level1: text('Niveau 1'),
        Level2: text('Niveau 2'),
        Level3: text('Niveau 3'),
        Level4: text('Niveau 4'),
        Level5: text('Niveau 5'),
        Value: text('Valeur'),
      })
      .meta({ id: 'OperationNature' }),
  ),
  columns: ['Id', 'Level1', 'Level2', 'Level3', 'Level4', 'Value'],
  run: async (_ctx, { level1, level2, level3 }) => findNatures({ level1, level2, level3 }),
});
