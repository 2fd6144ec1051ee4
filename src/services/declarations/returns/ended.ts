/** L42: a business that ended files and pays within 60 days, before the day of the calendar. */
import type { Finding } from '../../forms/controls.ts';
import type { Sheets } from '../../forms/sheets.ts';
import { addDays, parsePlainDate } from '../../kernel/dates.ts';

/** Where forms say on which day the business ended. */
const DAYS = [
  ['2059E', 'KG'],
  ['2033E', 'KG'],
  ['1330CVAE', 'AH'],
] as const;

/** CGI 201: the result return; CGI 1586 octies and 1679 septies: return and balance of the CVAE. */
const DAYS_TO_FILE = 60;

/** Once, however many of the forms that the return has say it. */
export function endOfBusiness(names: readonly string[], sheets: Sheets): Finding[] {
  const said = DAYS.flatMap(([form, cell]) => {
    const day = names.includes(form) ? sheets.text(form, cell) : undefined;
    return day === undefined ? [] : [{ form, day }];
  });
  return said.slice(0, 1).flatMap(({ form, day }) => endedFinding(form, day));
}

/** `day`: as forms hold it, `yyyyMMdd`. */
export function endedFinding(form: string, day: string): Finding[] {
  const ended = parsePlainDate(day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  if (!ended) return [];
  const last = addDays(ended, DAYS_TO_FILE);
  const message = {
    en: `The business ended on ${ended}: the result return, the CVAE return and its balance are due within 60 days, by ${last} (CGI 201, 1586 octies, 1679 septies), whatever day the calendar has`,
    fr: `L’activité a cessé le ${ended} : la déclaration de résultat, celle de la CVAE et son solde sont dus dans les 60 jours, au plus tard le ${last} (CGI 201, 1586 octies, 1679 septies), quel que soit le jour du calendrier`,
  };
  return [{ code: 'L42', level: 'warning', about: form, message }];
}
