/** What a person sees once a return has left: the whole of it is `vat procedure show`. */
import type { Language } from '../../../services/kernel/errors.ts';
import { canClose } from '../../../services/vat/procedures/closing.ts';
import type { ProcedureItem } from '../../../services/vat/procedures/procedure-item.ts';
import type { Block } from '../../operation/operation.ts';

const LEFT = {
  Test: { en: 'Deposited as a test: the return stays a draft.', fr: 'Déposée pour essai : elle reste un brouillon.' },
  Real: { en: 'Deposited.', fr: 'Déposée.' },
  Handed: { en: 'Its file is in the folder of what is handed over.', fr: 'Son fichier est au dossier de remise.' },
} as const;

const NOTICES = { en: 'What is answered to it:', fr: 'Ce qui y est répondu :' } as const;
const THEN = { en: 'then', fr: 'puis' } as const;
const TO_CLOSE = { en: 'Its closing entry is not written:', fr: 'Son écriture de clôture n’est pas passée :' } as const;

export function* sentView(_: unknown, language: Language, item: ProcedureItem): Generator<Block> {
  const its = `${item.id} --folder ${item.folderId}`;
  const lines: string[] = [LEFT[wayOf(item)][language]];
  if (item.sendingChannel !== 'Internal')
    lines.push(
      `${NOTICES[language]} taxops job run poll-notices, ${THEN[language]} taxops vat procedure notices ${its}`,
    );
  if (item.status !== 'Draft' && canClose(item))
    lines.push(`! ${TO_CLOSE[language]} taxops vat procedure close ${its}`);
  yield { kind: 'text', text: lines.join('\n') };
}

const wayOf = ({ status, sendingChannel }: ProcedureItem): keyof typeof LEFT => {
  if (status === 'Draft') return 'Test';
  return sendingChannel === 'Internal' ? 'Handed' : 'Real';
};
