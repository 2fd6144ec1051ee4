/** How far something is: a word in the language of the person, and a colour beside it. */
import type { Labels } from '../../../../services/kernel/errors.ts';
import { label } from '../../../render/labels.ts';
import { useView } from './view.ts';

const STATES: Readonly<Record<string, Labels>> = {
  Accepted: { en: 'Accepted', fr: 'Acceptée' },
  Done: { en: 'Done', fr: 'Fait' },
  Dismissed: { en: 'Set aside', fr: 'Écartée' },
  Draft: { en: 'Draft', fr: 'Brouillon' },
  Late: { en: 'Late', fr: 'En retard' },
  Later: { en: 'Later', fr: 'Plus tard' },
  None: { en: 'Not begun', fr: 'Non commencée' },
  Rejected: { en: 'Rejected', fr: 'Rejetée' },
  Sending: { en: 'Sending', fr: 'En cours d’envoi' },
  Sent: { en: 'Sent', fr: 'Envoyée' },
  StatementMissing: { en: 'Statement missing', fr: 'Relevé manquant' },
  ToDo: { en: 'To do', fr: 'À faire' },
  ToReconcile: { en: 'To reconcile', fr: 'À rapprocher' },
  ToSend: { en: 'To send', fr: 'À envoyer' },
  Waiting: { en: 'Waiting', fr: 'En attente' },
};

export function State({ of }: { of: unknown }) {
  const { language } = useView();
  const name = String(of ?? '');
  return <span class={`state ${name}`}>{STATES[name]?.[language] ?? label(name, language)}</span>;
}
