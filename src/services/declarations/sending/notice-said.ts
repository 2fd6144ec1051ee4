/** What a notice says of a filing. Its file may hold two declarations: the liasse, and the CVAE return beside it. */
import type { Notice, NoticeLine } from '../../edi/notice.ts';
import { filingReference } from '../../edi/xml-edi.ts';
import { noticeStatus } from '../rules/channel-status.ts';
import type { Status } from '../rules/enumerations.ts';
import type { SaidValues } from '../rules/merge.ts';
import { rejectionReason } from '../rules/rejections.ts';
import { isRefused } from '../rules/status.ts';

const CVAE = '1330CVAE';

/**
 * A filing is refused when any declaration of its file is, and accepted by the answer about the liasse. Undefined: the
 * notice decides nothing, since it only accepts the return beside it.
 */
export function saidOfFiling(notice: Notice, filed: string): SaidValues | undefined {
  const { kind, lines } = notice;
  const own = lines.filter(({ reference }) => reference !== undefined && filingReference(reference) === filed);
  const refused = own.find(({ group }) => isRefused(noticeStatus(kind, group) ?? 'None'));
  const main = own.find(({ reference }) => reference === filed);
  if (refused) return saidBy(notice, refused === main ? refused : ofCvae(refused));
  if (own.length > 0 && !main && kind !== 'Ads') return undefined;
  return saidBy(notice, main ?? own[0] ?? lines[0]);
}

/** Its reasons name its form, also where the portal does not, so that they are distinguished from those of the liasse. */
const ofCvae = (line: NoticeLine): NoticeLine => ({
  ...line,
  errors: (line.errors.length > 0 ? line.errors : [{}]).map((error) => ({
    ...error,
    formulaire: error.formulaire || CVAE,
  })),
});

/** The CVAE return is refused: an answer about the liasse does not lift that. */
export const isRefusedForCvae = ({ status, reasons = [] }: SaidValues): boolean =>
  status !== undefined &&
  isRefused(status) &&
  reasons.length > 0 &&
  reasons.every(({ Formulaire }) => Formulaire.startsWith(CVAE));

/** A deposit notice says that the portal has the file; only the answer of the recipient bears its date. */
function saidBy({ kind, date }: Notice, line: NoticeLine | undefined): SaidValues {
  const status: Status | undefined = kind === 'Ads' ? 'SentToChannel' : line && noticeStatus(kind, line.group);
  const isAccepted = status === 'Accepted' || status === 'AcceptedWithAnomalies';
  const reasons = line && status && isRefused(status) ? line.errors.map(rejectionReason) : isAccepted ? [] : undefined;
  return {
    status,
    reasons,
    sentAt: kind === 'Acs' && status === 'AcceptedByChannel' ? date : undefined,
    answeredAt: kind === 'Ars' ? date : undefined,
  };
}
