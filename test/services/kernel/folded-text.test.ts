import { expect, it } from 'vitest';
import { foldedText } from '../../../src/services/kernel/folded-text.ts';

it('folds case and accents, and nothing else', () => {
  expect(foldedText('La RÉUNION, à 5,5 %')).toBe('la reunion, a 5,5 %');
});
