/**
 * L44: the first instalment of an exercise is counted on the exercise before the last, while the return of the last is not due
 * (CGI ann. III, art. 360). Where only the last one is known, nothing tells a first exercise from one that was not kept here.
 */
import type { Finding } from '../../forms/controls.ts';
import { instalmentPlan, type Reference } from './company-tax.ts';

export function firstInstalmentsDoubted(last: Reference): Finding[] {
  const [, half] = instalmentPlan(last, { ...last, normalBase: 0n, reducedBase: 0n, patentBase: 0n });
  if (half === 0n) return [];
  const { end } = last.exercise;
  const message = {
    en: `The return of ${end} is not due on the day of the first instalment, and no exercise before it is known: the first two are a quarter each of its tax. After the first exercise of a company the first is not owed, and the second is ${half} (BOI-IS-DECLA-20-30); otherwise the first is a quarter of the tax of the exercise before, and both make ${half}. Type what is owed: 2571.CA (taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
    fr: `La déclaration de l’exercice clos le ${end} n’est pas exigible au jour du premier acompte, et aucun exercice antérieur n’est connu : les deux premiers sont chacun d’un quart de son impôt. Après le premier exercice d’une société, le premier n’est pas dû et le deuxième est de ${half} (BOI-IS-DECLA-20-30) ; sinon le premier est d’un quart de l’impôt de l’exercice d’avant, et les deux font ${half}. Saisissez ce qui est dû : 2571.CA (taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
  };
  return [{ code: 'L44', level: 'warning', about: '2571', message }];
}
