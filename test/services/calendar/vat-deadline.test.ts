import { describe, expect, it } from 'vitest';
import { deadlineRows, dependsOnPlace, vatDay, vatDeadline } from '../../../src/services/calendar/vat-deadline.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const period = (start: string, end: string) => ({ start: start as PlainDate, end: end as PlainDate });
const MAY = period('2026-05-01', '2026-05-31');
const due = (form: string, of: ReturnType<typeof period>, taxpayerKind = 'Company', siren = '732829320') =>
  vatDeadline(form, of, { taxpayerKind, siren, department: '69' });

describe('the day a VAT return is due', () => {
  it('agrees with the published examples', () => {
    const paris = { siren: '552081317', department: '75' };
    expect(vatDeadline('3310CA3', MAY, { taxpayerKind: 'Company', ...paris })).toBe('2026-06-19');
    const april = period('2026-04-01', '2026-04-30');
    expect(due('3310CA3', april)).toBe('2026-05-21');
    expect(vatDeadline('3310CA3', april, { taxpayerKind: 'PublicLimitedCompany', ...paris })).toBe('2026-05-26');
    expect(due('3310CA3', MAY)).toBe('2026-06-22');
  });

  it.each([
    ['3310CA3', '2026-04-01', '2026-06-30', '2026-07-21'],
    ['3310CA3', '2026-01-01', '2026-12-31', '2027-04-21'],
    ['3517SCA12', '2025-01-01', '2025-12-31', '2026-05-05'],
    ['3517SCA12', '2025-07-01', '2026-06-30', '2026-09-30'],
    ['3517SCA12', '2025-03-01', '2026-02-28', '2026-06-01'],
    ['3514', '2026-07-01', '2026-07-31', '2026-07-21'],
    ['3515SD', '2026-05-01', '2026-05-31', '2026-06-22'],
    ['3525BIS', '2026-01-01', '2026-03-31', '2026-05-05'],
    ['3525BIS', '2026-10-01', '2026-12-31', '2027-02-05'],
    ['3517AGRSD', '2025-01-01', '2025-12-31', '2026-05-05'],
    ['3517AGRSD', '2025-07-01', '2026-06-30', '2026-11-05'],
    ['3517AGRSD', '2026-05-01', '2026-05-31', '2026-06-22'],
  ])('%s of %s to %s: %s', (form, start, end, day) => expect(due(form, period(start, end))).toBe(day));

  it('reads every row that has a day, by its own first and last text', () => {
    for (const { taxpayer, area, from, to, day } of deadlineRows().filter((row) => row.day !== '0')) {
      if (taxpayer === 'SimplifiedFarm') continue; // the day of 3525-BIS, tested above
      for (const text of [from, to]) {
        const department = area === 'Paris' ? '92' : '971';
        const names = { familyName: text.toLowerCase() || 'x', siren: `${text}1234567` };
        expect(vatDay({ taxpayerKind: taxpayer, department, ...names })).toBe(Number(day));
      }
    }
  });

  it('takes the day of the folder first, a farm by its legal form, a name without accents', () => {
    const day = (more: object) => vatDay({ taxpayerKind: 'Farm', department: '75', siren: '732829320', ...more });
    expect(day({ vatDeadlineDay: 17 })).toBe(17);
    expect(day({})).toBe(20);
    expect(day({ familyName: 'Éluard' })).toBe(15);
    expect(day({ familyName: '’Izard' })).toBe(17);
    expect(day({ familyName: 'Ælion' })).toBe(15);
    expect(day({ familyName: 'đorđević' })).toBe(15);
    expect(day({ familyName: 'Œuvrard' })).toBe(17);
  });

  it('depends on the place where Paris has another day and nothing says where the taxpayer is', () => {
    const company = { taxpayerKind: 'Company', siren: '552081317' };
    expect(dependsOnPlace(company)).toBe(true);
    expect(dependsOnPlace({ ...company, department: '69' })).toBe(false);
    expect(dependsOnPlace({ ...company, siren: '999999998' })).toBe(false);
    expect(dependsOnPlace({ ...company, vatDeadlineDay: 17 })).toBe(false);
  });

  it('is not known where the table needs what is missing', () => {
    expect(vatDeadline('3310CA3', MAY, { taxpayerKind: 'Company', department: '75' })).toBeUndefined();
    expect(vatDeadline('3310CA3', MAY, { taxpayerKind: 'SoleTrader' })).toBeUndefined();
    expect(vatDeadline('3310CA3', MAY, { taxpayerKind: 'Company' })).toBe('2026-06-22');
  });
});
