import { describe, expect, it } from 'vitest';
import { DECLARATION_TYPES } from '../../../../src/commands/declaration/fields.ts';
import type { Exercise } from '../../../../src/services/calendar/periods.ts';
import type { DeclarationType } from '../../../../src/services/declarations/kinds.ts';
import { deadlines } from '../../../../src/services/declarations/rules/deadlines.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';

const day = (text: string) => text as PlainDate;
const exercise = (start: string, end: string): Exercise => ({ start: day(start), end: day(end) });
const year = (y: number) => exercise(`${y}-01-01`, `${y}-12-31`);

const due = (type: DeclarationType, period: Exercise, graceDays?: number) =>
  deadlines(type, period, graceDays).map(({ legal, due }) => (legal === due ? legal : `${legal} ${due}`));

describe('deadlines', () => {
  it.each([
    ['Liasse', year(2023), ['2024-05-03 2024-05-18']],
    ['Liasse', year(2024), ['2025-05-05 2025-05-20']],
    ['Liasse', year(2025), ['2026-05-05 2026-05-20']],
    ['Liasse', year(2026), ['2027-05-04 2027-05-19']],
    ['LiasseTeteDeGroupe', year(2025), ['2026-05-05 2026-05-20']],
    ['Liasse', exercise('2024-07-01', '2025-06-30'), ['2025-09-30 2025-10-15']],
    ['Liasse', exercise('2024-03-01', '2025-02-28'), ['2025-05-31 2025-06-15']], // from the last day of a month to another
    ['Liasse', exercise('2023-03-01', '2024-02-29'), ['2024-05-31 2024-06-15']],
    ['Liasse', exercise('2024-12-01', '2025-11-30'), ['2026-02-28 2026-03-15']],
    ['Liasse', exercise('2024-10-01', '2025-09-30'), ['2025-12-31 2026-01-15']],
    ['Liasse', exercise('2024-03-01', '2025-02-27'), ['2025-05-27 2025-06-11']],
    ['IS2572', exercise('2024-10-01', '2025-09-30'), ['2026-01-15']],
    ['IS2572', exercise('2024-03-01', '2025-02-28'), ['2025-06-15']],
    ['IS2572', year(2025), ['2026-05-15']],
    ['IS2573', year(2025), ['2026-05-15']],
    ['IS2571', exercise('2025-04-01', '2026-03-31'), ['2025-06-15', '2025-09-15', '2025-12-15', '2026-03-15']],
    ['IS2571', exercise('2025-01-01', '2026-06-30'), ['2025-03-15', '2025-06-15', '2025-09-15', '2025-12-15']], // four at most
    ['IS2571', exercise('2025-10-01', '2025-12-31'), ['2025-12-15']],
    ['IS2571', exercise('2025-03-01', '2026-02-28'), ['2025-06-15', '2025-09-15', '2025-12-15', '2026-03-15']],
    ['IS2571', exercise('2024-12-01', '2025-11-30'), ['2025-03-15', '2025-06-15', '2025-09-15', '2025-12-15']],
    ['IS2571', exercise('2025-02-20', '2026-02-19'), ['2025-03-15', '2025-06-15', '2025-09-15', '2025-12-15']],
    ['CVAESolde', year(2025), ['2026-05-05']],
    ['CVAEAcompte', year(2025), ['2025-06-15', '2025-09-15']],
    ['Inconnu', year(2025), []],
  ] as const)('%s of %o', (type, period, expected) => expect(due(type, period)).toEqual(expected));

  it('takes Ascension between 2 and 5 May into account', () => {
    expect(due('CVAESolde', year(2034))).toEqual(['2035-05-04']); // Ascension is 3 May 2035, a Thursday
  });

  it('takes the days of grace as a parameter', () => expect(due('Liasse', year(2025), 0)).toEqual(['2026-05-05']));

  it('says until when a payment is accepted', () => {
    expect(deadlines('IS2572', year(2026))[0]).toMatchObject({ due: '2027-05-15', payable: '2027-05-18' });
  });

  it('covers the quarter of an advance, within the exercise', () => {
    const periods = deadlines('IS2571', exercise('2025-05-10', '2025-12-31')).map(({ period }) => period);
    expect(periods).toEqual([
      exercise('2025-05-10', '2025-06-30'),
      exercise('2025-07-01', '2025-09-30'),
      exercise('2025-10-01', '2025-12-31'),
    ]);
  });

  it.each(DECLARATION_TYPES)('answers for %s', (type) => expect(deadlines(type, year(2025))).toBeInstanceOf(Array));
});
