/** L45: where no exercise closes in a year, its company tax is paid by 15 May of the next one (CGI annex III, art. 360). */
import type { Exercise } from '../../calendar/periods.ts';
import type { Finding } from '../../forms/controls.ts';
import { addDays, dayParts } from '../../kernel/dates.ts';

export function yearWithoutClosing(form: '2571' | '2572', { start, end }: Exercise): Finding[] {
  const { year } = dayParts(end);
  const skipsYear = year - dayParts(addDays(start, -1)).year > 1;
  if (!skipsYear) return [];
  const message = {
    en: `No exercise closes in ${year - 1}: the tax on the profit up to 31 December ${year - 1} is paid by 15 May ${year} (CGI annex III, art. 360), with a balance that is not prepared here, and that profit is taken off the result of this exercise (CGI 37). The first exercise of a company may run to 31 December of the year after the one in which it began (CGI 209 I)`,
    fr: `Aucun exercice ne se clôt en ${year - 1} : l’impôt sur le bénéfice réalisé jusqu’au 31 décembre ${year - 1} est payé au plus tard le 15 mai ${year} (CGI, ann. III, art. 360), par un solde qui n’est pas préparé ici, et ce bénéfice se déduit du résultat de cet exercice (CGI 37). Le premier exercice d’une société peut aller jusqu’au 31 décembre de l’année qui suit celle de son début (CGI 209 I)`,
  };
  return [{ code: 'L45', level: 'warning', about: form, message }];
}
