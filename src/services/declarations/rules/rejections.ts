/** Why a declaration came back. Codes are yearly lists of the authority: opaque texts here. */

export interface RejectionReason {
  readonly Formulaire: string;
  readonly Code: string;
  readonly Libelle: string;
}

/** An error as a channel gives it; `champ` and its value say which cell. */
export interface ChannelError {
  readonly formulaire?: string | undefined;
  readonly champ?: string | undefined;
  readonly champValeur?: string | undefined;
  readonly code?: string | undefined;
  readonly libelle?: string | undefined;
}

/** The cell and its value go before the label: `E7 = 1200 : Total faux`. */
export function rejectionReason(error: ChannelError): RejectionReason {
  const cell = [error.champ, error.champValeur].filter((part) => part !== undefined && part !== '').join(' = ');
  const parts = [cell, error.libelle ?? ''].filter((part) => part !== '');
  return { Formulaire: error.formulaire ?? '', Code: error.code ?? '', Libelle: parts.join(' : ') };
}

/** One line for screens: reasons joined by ` ; `, else the label of the status, since a rejection may give none. */
export const rejectionText = (reasons: readonly RejectionReason[], statusLabel?: string): string | undefined =>
  reasons.length === 0 ? statusLabel : reasons.map(reasonText).join(' ; ');

const reasonText = (reason: RejectionReason): string =>
  [reason.Formulaire, reason.Code, reason.Libelle].filter((part) => part !== '').join(' ');
