import { expect, it } from 'vitest';
import {
  dutyReader,
  type FolderFacts,
  isDayUnknown,
  isPlaceUnknown,
  type OwingFolder,
  statusOf,
} from '../../../src/services/dues/duties.ts';

const day = (text: string) => text as never;
const folder: OwingFolder = {
  id: 1,
  name: 'ALPHA',
  siren: '552081317',
  legalForm: 'SARL',
  department: '75',
  postCode: null,
  country: null,
  taxRegime: null,
  vatSystem: 'RealNormal',
  taxpayerKind: null,
  familyName: null,
  vatDeadlineDay: null,
  subjectToCvae: null,
  cvaeAdvanceDeposit: null,
  isBalance: null,
};
const facts = (change: Partial<OwingFolder> = {}): FolderFacts => ({
  folder: { ...folder, ...change },
  exercises: [{ start: day('2026-01-01'), end: day('2026-12-31') }],
  returned: [],
  records: [],
});
const window = { start: day('2026-01-01'), end: day('2026-12-31') };

it('folders that depend on the same facts share their duties, others do not', () => {
  const dutiesOf = dutyReader(window);
  const own = dutiesOf(facts());
  expect(dutiesOf(facts({ name: 'BETA', siren: '552081318' }))).toBe(own);
  expect(dutiesOf(facts({ department: '69' }))).not.toBe(own);
  expect(dutiesOf(facts({ vatSystem: 'Simplified' }))).not.toBe(own);
  expect(dutiesOf(facts({ isBalance: true }))).not.toBe(own);
  // A liasse, and twelve months.
  expect(own.map(({ category }) => category).sort()).toEqual(['LiasseFiscale', ...Array(12).fill('Tva')]);
  expect(own[0]).toMatchObject({ form: '3310CA3', due: '2026-02-19', period: { end: '2026-01-31' } });
});

it('without its day a folder has no duty that depends on it', () => {
  const unknown = facts({ siren: null });
  expect([
    isDayUnknown(unknown),
    isDayUnknown(facts()),
    isDayUnknown(facts({ siren: null, vatSystem: 'Franchise' })),
  ]).toEqual([true, false, false]);
  const categories = (change: Partial<OwingFolder>) =>
    dutyReader(window)(facts(change)).map(({ category }) => category);
  expect(categories({ siren: null })).toEqual(['LiasseFiscale']);
  expect(categories({ siren: null, vatSystem: 'Simplified' })).toEqual(['Tva', 'LiasseFiscale']);
});

it('a folder that gives its post code alone has the day of its department; nothing of where it is is said', () => {
  const dueOf = (change: Partial<OwingFolder>) => dutyReader(window)(facts({ department: null, ...change }))[0]?.due;
  expect([dueOf({ postCode: '75008' }), dueOf({ postCode: '69002' }), dueOf({})]).toEqual([
    '2026-02-19',
    '2026-02-23',
    '2026-02-23',
  ]);
  const unknown = (change: Partial<OwingFolder>) => isPlaceUnknown(facts({ department: null, ...change }));
  expect([unknown({}), unknown({ postCode: '69002' }), unknown({ vatSystem: 'Franchise' })]).toEqual([
    true,
    false,
    false,
  ]);
});

it('is late from the day after', () => {
  const one = facts();
  const [duty] = dutyReader(window)(one);
  expect(duty && [statusOf(duty, one, day('2026-02-19')), statusOf(duty, one, day('2026-02-20'))]).toEqual([
    'ToDo',
    'Late',
  ]);
});
