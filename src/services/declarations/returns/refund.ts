/** Refund of the credits of company tax, or their use to pay another tax (form 2573). */
import type { Exercise } from '../../calendar/periods.ts';
import { millesimeOf } from '../../forms/content.ts';
import type { Finding } from '../../forms/controls.ts';
import type { DeclaredValue } from '../../forms/declared.ts';
import { formErrors } from '../../forms/errors.ts';
import { type FilledReturn, fillReturn } from '../../forms/fill-return.ts';
import { dayParts } from '../../kernel/dates.ts';
import type { Issue } from '../../kernel/errors.ts';
import { paymentOf } from './company-tax.ts';

type RefundLine = Readonly<Record<string, DeclaredValue>>;

export interface RefundInput {
  readonly exercise: Exercise;
  /** One line per credit: AB kind, AC year of origin, AG amount asked, AF interest to deduct, KA to KD its use. */
  readonly lines: readonly RefundLine[];
  readonly acceptLastKnownYear?: boolean | undefined;
}

/** Years back from which a credit may still be refunded. */
const OLDEST_CREDIT = 13;

/** Form 2573. Throws DeclaredValuesInvalid when a line breaks a control of the form. */
export function buildRefund({ exercise, lines, acceptLastKnownYear }: RefundInput): FilledReturn {
  const issues = refundIssues(lines, exercise);
  if (issues.length > 0) {
    throw formErrors.DeclaredValuesInvalid({ cells: issues.map(({ path }) => path).join(', ') }, issues);
  }
  const filled = fillReturn({
    ...paymentOf('2573', exercise, { lines }, acceptLastKnownYear),
    millesime: millesimeOf(exercise),
  });
  return { ...filled, findings: [...filled.findings, ...kindsUnknown(lines)] };
}

/** Research (CGI 244 quater B) and losses carried back (220 quinquies): the list CRB of the authority is not public. */
const KNOWN_KINDS: readonly DeclaredValue[] = ['CIR', 'RAD'];

/** L39: what is not known to be a code of the list is sent as typed, and said. */
function kindsUnknown(lines: readonly RefundLine[]): Finding[] {
  const typed = lines.flatMap(({ AB }) => (AB === undefined || KNOWN_KINDS.includes(AB) ? [] : [AB]));
  return [...new Set(typed)].map((kind) => ({
    code: 'L39',
    level: 'warning',
    about: '2573',
    message: {
      en: `2573.AB: ${kind} is sent as typed. Only CIR (research) and RAD (losses carried back) are known here; the codes of other credits (list CRB) are with the channel or the tax authority: check it, or correct it (taxops declaration value set --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json)`,
      fr: `2573.AB : ${kind} est transmis tel que saisi. Seuls CIR (recherche) et RAD (report en arrière de déficits) sont connus ici ; les codes des autres crédits (liste CRB) sont ceux du canal ou de l’administration : vérifiez-le, ou corrigez-le (taxops declaration value set --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json)`,
    },
  }));
}

/** What breaks a control of form 2573, line by line. */
export const refundIssues = (lines: readonly RefundLine[], { end }: Exercise): Issue[] =>
  lines.flatMap((line, index) => lineIssues(line, `2573[${index + 1}]`, dayParts(end).year));

function lineIssues(line: RefundLine, path: string, year: number): Issue[] {
  const asked = Number(line.AG ?? 0);
  const origin = Number(line.AC ?? year);
  const checks: readonly (readonly [string, boolean, string])[] = [
    ['AB', areTogether(line, 'AB', 'AC', 'AG'), 'kind (AB), year (AC) and amount (AG) come together'],
    [
      'AC',
      origin >= year - OLDEST_CREDIT && origin <= year,
      `a year from ${year - OLDEST_CREDIT} to ${year} is expected`,
    ],
    ['AG', asked >= 0, 'an amount of 0 or more is expected'],
    ['AF', Number(line.AF ?? 0) <= asked, 'cannot exceed the amount asked (AG)'],
    ['KD', Number(line.KD ?? 0) <= asked, 'cannot exceed the amount asked (AG)'],
    [
      'KD',
      areTogether(line, 'KB', 'KC', 'KD'),
      'amount used (KD), tax that it pays (KB) and due date of that tax (KC) come together',
    ],
  ];
  return checks.flatMap(([cell, holds, message]) =>
    holds ? [] : [{ path: `${path}.${cell}`, code: 'LineInvalid', message }],
  );
}

/** All of the cells or none of them; 0 is no amount. */
function areTogether(line: RefundLine, ...cells: readonly string[]): boolean {
  const given = cells.filter((cell) => (line[cell] ?? 0) !== 0);
  return given.length === 0 || given.length === cells.length;
}
