/** What must hold before a return leaves: a draft, with boxes, no blocking control, the total to pay wholly paid. */
import { filingErrors } from '../../filing/errors.ts';
import { vatFindings } from '../../forms/vat-controls.ts';
import type { FilledForms } from '../../forms/vat-sheets.ts';
import type { Language } from '../../kernel/errors.ts';
import { vatErrors } from '../errors.ts';
import { carriedOut } from '../return/carried-out.ts';
import type { VatDraft } from './draft.ts';
import { identificationOf } from './identification.ts';

/** Throws ProcedureNotInDraftStatus, ValidationFailed, ControlsFailed, PaymentsInvalid. */
export function requireSendable(draft: VatDraft, language: Language): void {
  const { id: procedureId, status } = draft.procedure;
  if (status !== 'Draft') throw vatErrors.ProcedureNotInDraftStatus({ procedureId, status });
  requireBoxes(draft);
  refuseBlocked(draft, language);
  requirePayments(draft);
}

/** What is computed from the books was computed, and something is declared. */
function requireBoxes({ procedure: { id: procedureId, type, computedBoxes }, forms, group }: VatDraft): void {
  const { form } = group.formSnapshot.principal;
  if (type === 'PreConfigured' && computedBoxes === null) {
    throw vatErrors.ValidationFailed({ procedureId, detail: `_${form}: its boxes are not computed yet` });
  }
  if (isEmpty(forms, form)) throw vatErrors.ValidationFailed({ procedureId, detail: `_${form} holds nothing` });
}

const isEmpty = (forms: FilledForms, form: string): boolean => (forms.get(form)?.size ?? 0) === 0;

function refuseBlocked({ forms, facts }: VatDraft, language: Language): void {
  const blocking = vatFindings(forms, facts, true).filter(({ severity }) => severity === 'blocking');
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
function requirePayments({ forms, group, identification }: VatDraft): void {
  const { form } = group.formSnapshot.principal;
  const { toPay } = carriedOut(form, forms.get(form) ?? new Map());
  if (toPay === 0n || identificationOf(identification).payments.length > 0) return;
  throw vatErrors.PaymentsInvalid({ detail: `no account to debit for ${toPay}: T_IDENTIF.GA and HA` });
}
