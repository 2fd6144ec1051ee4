/**
 * Reject reason codes (positions 41-42 of a CFONB 120 movement, 227-228 of a CFONB 240 reject). Cheques (operation 03,
 * CFONB 240 code 41) use a list of their own that is not published with these: their codes get no label.
 */
import type { Labels } from '../../../kernel/errors.ts';

export interface RejectCode {
  readonly code: string;
  readonly label: Labels;
  /** Bills of exchange (LCR/BOR) only. */
  readonly billsOnly: boolean;
}

const BILLS = 'LCR';

const ROWS: readonly (readonly [code: string, fr: string, en: string, scope?: typeof BILLS])[] = [
  ['01', 'Endos erroné', 'Wrong endorsement', BILLS],
  ['02', 'Echéance hors limite', 'Due date out of range', BILLS],
  ['03', 'Date incohérente', 'Inconsistent date', BILLS],
  ['04', 'Réclamation partielle', 'Partial claim', BILLS],
  ['05', 'Réclamation totale', 'Full claim', BILLS],
  ['06', "Non retour d'acceptation", 'Acceptance not returned', BILLS],
  ['11', 'Annulation bancaire', 'Cancelled by the bank', BILLS],
  ['12', 'Coordonnées bancaires inexploitables', 'Bank details unusable'],
  ['13', 'Créance non identifiable', 'Claim not identifiable'],
  ['14', 'Compte clôturé', 'Account closed'],
  ['16', 'Destinataire non reconnu', 'Recipient not recognised'],
  ['18', 'Emetteur non reconnu', 'Issuer not recognised'],
  ['19', 'Créance cédée à une autre banque', 'Claim assigned to another bank', BILLS],
  ['20', 'Provision insuffisante', 'Insufficient funds'],
  ['31', "Pas d'autorisation", 'No authorisation'],
  ['32', 'Décision judiciaire', 'Court decision'],
  ['34', 'Opposition sur compte', 'Account blocked'],
  ['35', 'Titulaire décédé', 'Account holder deceased'],
  ['39', 'Ne paie que LCRA ou BOR', 'Pays only accepted bills', BILLS],
  ['52', 'Code opération incorrect', 'Wrong operation code'],
  ['54', 'Adresse invalide', 'Invalid address'],
  ['57', 'Format invalide', 'Invalid format'],
  ['58', 'Sur ordre du client', 'By order of the customer'],
  ['59', 'Raison non communiquée', 'Reason not given'],
  ['60', 'Code banque incorrect', 'Wrong bank code'],
  ['61', 'Heure limite dépassée', 'After the time limit'],
  ['62', 'Motif réglementaire', 'Regulatory reason'],
  ['63', 'Service spécifique', 'Specific service'],
  ['64', 'Doublon', 'Duplicate'],
  ['65', 'Retour suite à demande', 'Returned on request'],
  ['66', 'Donnée de mandat incorrecte', 'Wrong mandate data'],
  ['70', 'Tirage contesté', 'Drawing disputed', BILLS],
  ['71', 'Reçu à tort / déjà réglé', 'Received in error or already paid'],
  ['72', 'Code acceptation erroné', 'Wrong acceptance code', BILLS],
  ['73', 'Montant contesté', 'Amount disputed', BILLS],
  ['74', "Date d'échéance contestée", 'Due date disputed', BILLS],
  ['75', 'Demande de prorogation', 'Extension requested'],
  ['76', 'Réclamation tardive', 'Late claim'],
  ['80', 'Contestation débiteur', 'Disputed by the debtor'],
  ['88', 'Banque hors échanges', 'Bank out of the exchanges'],
  ['90', 'Paiement partiel du tiré', 'Partial payment by the drawee', BILLS],
  ['99', 'Opération non admise', 'Operation not accepted'],
];

export const REJECT_CODES: ReadonlyMap<string, RejectCode> = new Map(
  ROWS.map(([code, fr, en, scope]) => [code, { code, label: { fr, en }, billsOnly: scope === BILLS }]),
);
