import * as z from 'zod';
import { date, eurosText, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';

/** The entry that closes a return, written or shown. */
export const closingEntry = {
  Date: date('Date'),
  JournalCode: text('Journal'),
  Label: text('Libellé'),
  Lines: headed(
    z.array(
      z.object({
        AccountNumber: text('Compte'),
        Debit: eurosText('Débit'),
        Credit: eurosText('Crédit'),
        Label: text('Libellé'),
      }),
    ),
    'Lignes',
  ),
};
