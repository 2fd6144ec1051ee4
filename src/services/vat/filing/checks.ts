/** What must hold before a return leaves: a draft that is whole, no blocking control, the total to pay wholly paid. */
import { filingErrors } from '../../filing/errors.ts';
import type { Issue, Language } from '../../kernel/errors.ts';
import { vatErrors } from '../errors.ts';
import { carriedOut } from '../return/carried-out.ts';
import type { VatDraft } from './draft.ts';

/** Throws ProcedureNotInDraftStatus, ValidationFailed, ControlsFailed, PaymentsInvalid. */
export function requireSendable(draft: VatDraft, language: Language): void {
  const { id: procedureId, status } = draft.procedure;
  if (status !== 'Draft') throw vatErrors.ProcedureNotInDraftStatus({ procedureId, status });
  requireWhole(draft);
  refuseBlocked(draft, language);
  requirePayments(draft);
}

/** Something is declared, and the form takes every amount of the books. */
function requireWhole({ procedure: { id: procedureId }, form, forms, computed }: VatDraft): void {
  if ((forms.get(form)?.size ?? 0) === 0) throw vatErrors.ValidationFailed({ procedureId, detail: `_${form}: 0` });
  const leftOut = computed?.leftOut ?? [];
  if (leftOut.length === 0) return;
  const issues = leftOut.map(
    ({ accountNumber, category, rate }): Issue => ({
      path: accountNumber,
      code: 'VatCombinationInvalid',
      message: `${category} ${rate}`,
    }),
  );
  const accounts = [...new Set(leftOut.map(({ accountNumber }) => accountNumber))].join(', ');
  throw vatErrors.ValidationFailed({ procedureId, detail: accounts }, issues);
}

function refuseBlocked({ computed }: VatDraft, language: Language): void {
  const blocking = (computed?.findings ?? []).filter(({ severity }) => severity === 'blocking');
  if (blocking.length === 0) return;
  const issues = blocking.map(({ code, form, zones, message }) => ({
    path: [`_${form}`, ...zones].join('.'),
    code,
    message: message[language],
  }));
  const codes = [...new Set(blocking.map(({ code }) => code))].join(', ');
  throw filingErrors.ControlsFailed({ count: blocking.length, codes }, issues);
}

/** Control 018. What they sum to is tested where the file is made. */
function requirePayments({ form, forms, identification }: VatDraft): void {
  const { toPay } = carriedOut(form, forms.get(form) ?? new Map());
  if (toPay === 0n || identification.payments.length > 0) return;
  throw vatErrors.PaymentsInvalid({ detail: `T_IDENTIF.GA, HA: 0.00 / ${toPay}` });
}
