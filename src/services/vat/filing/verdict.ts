/** What a notice decides of a deposit. Its file may hold two declarations: the return, and the refund beside it. */
import type { Notice, NoticeLine } from '../../edi/notice.ts';
import { filingReference } from '../../edi/xml-edi.ts';
import type { Answer } from '../procedures/store.ts';
import type { Verdict } from './status.ts';

/** Success of a channel. */
export const DONE = '00';

const REFUSED = 'Rejected';
const TAKEN: readonly string[] = ['Accepted', 'AcceptedWithAnomalies'];

/**
 * Of one declaration of the file, what is said of it; of the file, rejected when any declaration of it is, and accepted by
 * the answer about the return. Undefined when the notice decides nothing: a deposit notice, one that waits, one about
 * another declaration alone.
 */
export function verdictOf({ kind, lines }: Notice, filed: string, declared?: string): Verdict | undefined {
  if (kind === 'Ads') return undefined;
  const own = lines.filter(({ reference }) => reference !== undefined && filingReference(reference) === filed);
  const isNamed = own.length > 0;
  const about = (isNamed ? own : lines).filter(({ reference }) => !isNamed || !declared || reference === declared);
  const refused = about.find(({ group }) => group === REFUSED);
  const main = about.find(({ reference }) => reference === (declared ?? filed)) ?? (isNamed ? undefined : about[0]);
  if (refused) return { kind, isAccepted: false, answers: refusals(kind, refused) };
  if (!main || !TAKEN.includes(main.group)) return undefined;
  return { kind, isAccepted: true, answers: [{ type: kind, code: DONE, label: null, form: null, zone: null }] };
}

const refusals = (type: Answer['type'], { errors }: NoticeLine): Answer[] =>
  (errors.length > 0 ? errors : [{}]).map(({ code, libelle, formulaire, champ }) => ({
    type,
    code: code ?? '',
    label: libelle ?? null,
    form: formulaire ?? null,
    zone: champ ?? null,
  }));
