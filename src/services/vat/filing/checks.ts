/** What must hold before a return leaves: a draft that is whole, no blocking control, the total to pay wholly paid. */
import { controlsFailed } from '../../filing/errors.ts';
import { placeOf, vatEdition } from '../../forms/vat-boxes.ts';
import type { Issue, Labels, Language } from '../../kernel/errors.ts';
import { vatErrors } from '../errors.ts';
import { reportOf, type ValidationReport } from '../procedures/validation.ts';
import { carriedOut } from '../return/carried-out.ts';
import type { VatDraft } from './draft.ts';

/** Throws ValidationFailed, ControlsFailed, PaymentsInvalid. */
export function requireSendable(draft: VatDraft, language: Language): void {
  requireWhole(draft);
  refuseBlocked(draft, language);
  requirePayments(draft);
}

/** Something is declared, every amount of the books has a category, and the form takes them all. */
function requireWhole(draft: VatDraft): void {
  const { form, forms } = draft;
  const { folder_id: folderId, id: procedureId } = draft.procedure;
  const refused = (detail: string, issues: readonly Issue[] = []) =>
    vatErrors.ValidationFailed({ folderId, procedureId, detail }, issues);
  if ((forms.get(form)?.size ?? 0) === 0) throw refused(`_${form}: 0`);
  const issues = issuesOf(reportOf(draft));
  if (issues.length === 0) return;
  const detail = [...new Set(issues.map(({ path }) => path))].join(', ');
  throw refused(detail, issues);
}

/** What D43 reports, one issue each. */
const issuesOf = (report: ValidationReport): Issue[] => [
  ...report.missingCategoryAccounts.map(({ accountName, reason }) => missing(accountName, reason)),
  ...report.missingCategoryLines.map(({ accountName, reason, journalCode, date, label }) =>
    missing(accountName, `${reason}: ${journalCode} ${date} ${label}`),
  ),
  ...report.invalidCombinations.map(({ accountName, category, vatRate }) => ({
    path: accountName,
    code: 'VatCombinationInvalid',
    message: `${category} ${vatRate}`,
  })),
];

const missing = (path: string, message: string): Issue => ({ path, code: 'MissingCategory', message });

function refuseBlocked({ computed, group: { end_date: endDate } }: VatDraft, language: Language): void {
  const blocking = (computed?.findings ?? []).filter(({ severity }) => severity === 'blocking');
  if (blocking.length === 0) return;
  const edition = vatEdition(endDate);
  const issues = blocking.map(({ code, form, zones, message }) => ({
    path: [`_${form}`, ...zones].join('.'),
    code,
    message: message[language],
    where: placeOf({ form, zones }, edition)[language],
  }));
  throw controlsFailed(issues);
}

const noneTyped = (toPay: bigint): Labels => ({
  en: `no account to debit is typed (form T-IDENTIF, boxes GA and HA), and ${toPay} is to be paid`,
  fr: `aucun compte à débiter n’est saisi (formulaire T-IDENTIF, zones GA et HA), et ${toPay} est à payer`,
});

/** Control 018. What they sum to is tested where the file is made. */
function requirePayments({ form, forms, identification }: VatDraft): void {
  const { toPay } = carriedOut(form, forms.get(form) ?? new Map());
  if (toPay === 0n || identification.payments.length > 0) return;
  throw vatErrors.PaymentsInvalid({ detail: noneTyped(toPay) });
}
