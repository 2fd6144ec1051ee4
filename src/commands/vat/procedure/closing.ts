import * as z from 'zod';
import type { Language } from '../../../services/kernel/errors.ts';
import { type Cents, formatAmount } from '../../../services/kernel/money.ts';
import { type Closing, closeReturn } from '../../../services/vat/procedures/closing.ts';
import type { ClosingExcess } from '../../../services/vat/procedures/closing-excess.ts';
import { identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { eurosText, int, maybe, text } from '../../operation/outputs.ts';
import { forPeople } from '../../render/table.ts';
import { closingEntry } from '../closing-entry.ts';
import { procedureOperation } from '../procedure-operation.ts';

function* closingView({ exceeding, ...closing }: Closing, language: Language): Generator<Block> {
  const entry = closing.entryId === null ? '' : ` (${closing.entryId})`;
  yield {
    kind: 'text',
    text: `${forPeople(closing.date, 'day', language)}  ${closing.journalCode}  ${closing.label}${entry}`,
  };
  yield {
    kind: 'table',
    columns: [
      { name: 'AccountNumber', fr: 'Compte' },
      { name: 'Debit', fr: 'Débit', type: 'amount' },
      { name: 'Credit', fr: 'Crédit', type: 'amount' },
      { name: 'Label', fr: 'Libellé' },
    ],
    rows: closing.lines.map((line) => [
      line.accountNumber,
      formatAmount(line.debit),
      formatAmount(line.credit),
      line.label,
    ]),
  };
  for (const one of exceeding) yield { kind: 'text', text: `! ${EXCEEDING[language](one)}` };
}

const amount = (cents: Cents, language: Language): string => forPeople(formatAmount(cents), 'amount', language);

const EXCEEDING: Readonly<Record<Language, (excess: ClosingExcess) => string>> = {
  en: ({ accountNumber, balance, afterEntry }) =>
    `${accountNumber}: ${amount(balance, 'en')} in the books, ${amount(afterEntry, 'en')} after this entry; they may have such an entry already: taxops ledger general --account ${accountNumber}`,
  fr: ({ accountNumber, balance, afterEntry }) =>
    `${accountNumber} : ${amount(balance, 'fr')} dans les livres, ${amount(afterEntry, 'fr')} après cette écriture ; ils ont peut-être déjà une telle écriture : taxops ledger general --account ${accountNumber}`,
};

export const vatProcedureClose = procedureOperation({
  id: 'vat.procedure.close',
  summary: {
    en: 'Write the closing entry of a VAT return',
    fr: 'Passer l’écriture de clôture d’une déclaration de TVA',
  },
  description:
    'Once, when the return is sent and not as a test (CanGenerateOd): a draft of the last day of the period, or of the first open day. Accounts that miss are created. What it clears is lettered with it where the group balances: tax that is declared whole, the credit and the instalments used; tax declared in parts waits for its last part. It is taken back with its letters when the return is rejected: deleted, or reversed once validated. Exceeding names the accounts that the entry moves beyond what the books hold: look whether they have such an entry already.',
  http: { method: 'POST', path: '/procedures/{procedureId}/closing-entry' },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat procedure close 4 --folder 1 --dry-run', 'taxops vat procedure close 4 --folder 1'],
  },
  params: { procedureId: identifier().describe('VAT return') },
  query: z.object({ dryRun: z.boolean().default(false).describe('Show it, write nothing') }),
  output: z
    .object({
      EntryId: maybe(int('Écriture')),
      ...closingEntry,
      Exceeding: z
        .array(
          z.object({
            AccountNumber: text('Compte'),
            Balance: eurosText('Solde des livres'),
            AfterEntry: eurosText('Solde après l’écriture'),
          }),
        )
        .describe('Accounts moved beyond what the books hold: they may have such an entry already'),
    })
    .meta({ id: 'VatClosingEntry' }),
  errors: [
    ...(['ProcedureNotFound', 'ClosingEntryWritten', 'ClosingEntryNotAllowed'] as const),
    ...(['DateOutsideExercises', 'ExerciseClosed', 'AccountNotActive'] as const),
  ],
  view: (_, language, closing) => closingView(closing as Closing, language),
  run: (ctx, { folderId, procedureId, dryRun }) => closeReturn(ctx, folderId, { procedureId, dryRun }),
});
