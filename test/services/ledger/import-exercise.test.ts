import { expect, it } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { type Entry, fec, importer, siren } from './books.ts';

const db = await testDatabase();
const take = importer(db);
let rank = 0;
const company = () => {
  const number = siren(++rank);
  return (closing: string) => ({ name: `${number}FEC${closing}.txt` });
};
const sale = (date: string, number = 1): Entry => ({ journal: 'VE', number, date, lines: ['411000 60', '706000 -60'] });

it('without an opening journal starts the day after the exercise before, whatever the day of its first entry', async () => {
  const ending = company();
  await take([sale('2023-04-01')], ending('20230331'.replace('0331', '0430')));
  const { applied } = await take([sale('2023-07-14')], ending('20231231'));
  expect(applied).toMatchObject({ exerciseStart: '2023-05-01', exerciseEnd: '2023-12-31' });
  const opened = [{ ...sale('2024-02-01'), journal: 'AN', lines: ['411000 60', '101000 -60'] }, sale('2024-03-01', 2)];
  expect((await take(opened, ending('20241231'))).applied).toMatchObject({ exerciseStart: '2024-02-01' });
});

it('the same content under another name is refused', async () => {
  const ending = company();
  const content = fec([sale('2023-12-31'), sale('2024-01-02', 2)]);
  await take(content, ending('20231231'));
  await expect(take(content, ending('20241231'))).rejects.toMatchObject({ code: 'LedgerFileKnown' });
});

it('with no entry of its exercise is refused once, with the days that it holds', async () => {
  const { status, check } = await take([sale('2024-02-01'), sale('2024-03-01', 2)], company()('20251231'));
  expect(status).toBe('Refused');
  expect(check.counts).toEqual({ FEC035: 1 });
  expect(check.findings[0]?.message).toContain('from 2024-02-01 to 2024-03-01');
  const told = await take([sale('2024-02-01')], { ...company()('20251231'), closing: '2024-12-31' as never });
  expect(told.applied).toMatchObject({ exerciseEnd: '2024-12-31' });
});

it('closed on 31 December with none before is the calendar year, whenever its first entry is; another closing day is no year', async () => {
  const ending = company();
  const year = { exerciseStart: '2024-01-01', exerciseEnd: '2024-12-31' };
  const { applied } = await take([sale('2024-04-10')], ending('20241231'));
  expect(applied).toMatchObject(year);
  const first = await take([sale('2024-04-10')], company()('20250331'));
  expect(first.applied).toMatchObject({ exerciseStart: '2024-04-01' });
  const long = await take([sale('2023-11-10'), sale('2024-02-01', 2)], company()('20241231'));
  expect(long.applied).toMatchObject({ exerciseStart: '2023-11-01' });
  const opened = await take(
    [{ ...sale('2024-04-10'), journal: 'AN', lines: ['411000 60', '101000 -60'] }],
    company()('20241231'),
  );
  expect(opened.applied).toMatchObject({ exerciseStart: '2024-04-10' });
});

it('after a short exercise of the same year is another one', async () => {
  const ending = company();
  const short = await take([sale('2024-01-05')], ending('20240630'));
  const rest = await take([sale('2024-09-10')], ending('20241231'));
  expect([short.applied?.exerciseStart, rest.applied?.exerciseStart]).toEqual(['2024-01-01', '2024-07-01']);
  expect(rest.applied?.exerciseId).not.toBe(short.applied?.exerciseId);
});
