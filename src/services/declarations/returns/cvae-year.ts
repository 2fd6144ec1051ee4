/** Which exercises the CVAE of a year is of, and what is to be done where it is not the one that closes with the year. */
import type { Exercise } from '../../calendar/periods.ts';
import type { Finding } from '../../forms/controls.ts';
import { addDays, dayParts } from '../../kernel/dates.ts';
import type { Labels } from '../../kernel/errors.ts';
import { endedFinding } from './ended.ts';

interface YearOfTax {
  readonly exercise: Exercise;
  /** The other exercises that are known. */
  readonly others?: readonly Exercise[] | undefined;
  /** Day on which the business ended, as forms hold it. */
  readonly ended?: string | undefined;
}

export const yearFindings = (input: YearOfTax): Finding[] => [
  ...otherClosings(input),
  ...begunAfterNewYear(input),
  ...(input.ended === undefined ? [] : endedFinding('1329DEF', input.ended)),
];

/** L36: the tax of a year is that of all the exercises that close in it; of the months up to its end when none does. */
function otherClosings({ exercise: { start, end }, others = [] }: YearOfTax): Finding[] {
  const { year } = dayParts(end);
  const closings = others.filter((one) => dayParts(one.end).year === year);
  const skipsYear = year - dayParts(addDays(start, -1)).year > 1;
  if (closings.length === 0 && !skipsYear) return [];
  const isLast = closings.every((one) => one.end < end);
  const message = closings.length === 0 ? noneBefore(year) : isLast ? declaresAll(year) : declaredWithLast(year);
  return [{ code: 'L36', level: 'warning', about: '1329DEF', message }];
}

const declaresAll = (year: number): Labels => ({
  en: `Several exercises close in ${year}: the CVAE of the year is that of all of them together, and one return declares it (CGI 1586 quinquies). Type the whole: Facts.Turnover (12 months) and Facts.ValueAdded (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
  fr: `Plusieurs exercices se closent en ${year} : la CVAE de l’année porte sur tous ensemble, et une seule déclaration la liquide (CGI 1586 quinquies). Saisissez le tout : Facts.Turnover (12 mois) et Facts.ValueAdded (taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
});

const declaredWithLast = (year: number): Labels => ({
  en: `Another exercise closes in ${year} after this one: the CVAE of the year is that of all of them together, and one return declares it (CGI 1586 quinquies), that of the last. Send nothing for this exercise: taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date YYYY-MM-DD --reason REASON`,
  fr: `Un autre exercice se clôt en ${year} après celui-ci : la CVAE de l’année porte sur tous ensemble, et une seule déclaration la liquide (CGI 1586 quinquies), celle du dernier. N’envoyez rien pour cet exercice : taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --reason MOTIF`,
});

const noneBefore = (year: number): Labels => ({
  en: `No exercise closes in ${year - 1}: the CVAE of that year is of the months up to 31 December, which are left out of the next one (CGI 1586 quinquies). Type what belongs to each: Facts.Turnover (12 months) and Facts.ValueAdded (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
  fr: `Aucun exercice ne se clôt en ${year - 1} : la CVAE de cette année porte sur les mois jusqu’au 31 décembre, qui ne comptent plus l’année suivante (CGI 1586 quinquies). Saisissez la part de chacune : Facts.Turnover (12 mois) et Facts.ValueAdded (taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
});

/** L43: the tax of a year is owed by who exercises on 1 January. */
function begunAfterNewYear({ exercise: { start, end }, others = [] }: YearOfTax): Finding[] {
  const { year } = dayParts(end);
  const newYear = `${year}-01-01`;
  if ([{ start, end }, ...others].some((one) => one.start <= newYear && newYear <= one.end)) return [];
  const message = {
    en: `No exercise is known on 1 January ${year}: the CVAE of a year is owed by who exercises on that day (CGI 1586 octies I). A company that began after it owes none, unless it took over the business of another in the year. Where none is owed, send nothing: taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date YYYY-MM-DD --reason REASON`,
    fr: `Aucun exercice n’est connu au 1er janvier ${year} : la CVAE d’une année est due par qui exerce à cette date (CGI 1586 octies I). Une entreprise qui a commencé après n’en doit pas, sauf si elle a repris l’activité d’une autre dans l’année. S’il n’en est pas dû, n’envoyez rien : taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --reason MOTIF`,
  };
  return [{ code: 'L43', level: 'warning', about: '1329DEF', message }];
}
