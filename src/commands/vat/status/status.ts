import * as z from 'zod';
import { type FolderVatStatus, vatStatusOf } from '../../../services/dues/vat-status.ts';
import type { Labels, Language } from '../../../services/kernel/errors.ts';
import { PROCEDURE_STATUSES } from '../../../services/vat/procedures/store.ts';
import { LACK_KINDS, type Lack, vatLacks } from '../../../services/vat/status/lacks.ts';
import { identifier } from '../../operation/fields.ts';
import { type Block, type Cell, type Column, defineOperation } from '../../operation/operation.ts';
import { choice, date, euros, flag, int, maybe, text } from '../../operation/outputs.ts';
import { from, headed } from '../../operation/wire.ts';
import { valueInWords } from '../../render/values.ts';
import { VAT_RATES } from '../wire.ts';

const VatLack = z
  .object({
    Kind: choice(LACK_KINDS, 'Manque'),
    AccountId: maybe(int('N° compte')),
    AccountNumber: maybe(text('Compte')),
    Label: text('Libellé').describe('Name of the account; form of a period'),
    BeginDate: maybe(date('Début')),
    EndDate: maybe(date('Fin')),
    DueDate: maybe(date('Échéance')),
    Count: maybe(int('Lignes')),
    Amount: maybe(euros('Montant')).describe('Debit less credit of the lines that are not lettered'),
    ProcedureId: maybe(int('Déclaration')),
    Reason: maybe(text('Raison')).describe('Why taxops vat configuration fill-rates leaves the rate out'),
    Rates: headed(
      z
        .array(
          z.object({
            VatRate: from('rate', choice(VAT_RATES, 'Taux')),
            TaxExcludedAmount: from('amount', euros('HT')),
          }),
        )
        .describe('Of a missing rate: what the entries tell, the largest first'),
      'Taux',
    ),
    Remedy: text('Commande').describe('The command that mends it, or leads there'),
  })
  .meta({ id: 'VatLack' });

/** How the VAT of a folder stands. */
const FolderVat = z
  .object({
    FolderId: int('Dossier'),
    Folder: text('Dossier'),
    Form: maybe(text('Formulaire')),
    BeginDate: maybe(date('Début')),
    EndDate: maybe(date('Fin')),
    State: choice(['None', ...PROCEDURE_STATUSES], 'État'),
    ToPay: maybe(euros('À payer')).describe('A credit is below nought; null until it is computed'),
    DueDate: from('due', maybe(date('Échéance'))),
    DaysLeft: maybe(int('Jours')).describe('Below nought when it is late; null once it is sent'),
    Blocks: maybe(text('Blocage')),
    ProcedureId: maybe(int('Déclaration')),
    Next: maybe(text('Commande')).describe('The command that goes on with it'),
    LacksExercise: flag('Sans exercice').describe('A period has ended after its last exercise, and is not filed'),
  })
  .meta({ id: 'FolderVatStatus' });

const OF_FOLDER = [
  'Kind',
  'AccountNumber',
  'Label',
  'BeginDate',
  'EndDate',
  'DueDate',
  'Count',
  'Amount',
  'Reason',
  'Remedy',
];
const OF_FIRM = ['Folder', 'Form', 'EndDate', 'State', 'ToPay', 'DueDate', 'DaysLeft', 'Blocks'];
const TYPES: Readonly<Record<string, Column['type']>> = {
  Amount: 'amount',
  ToPay: 'amount',
  Count: 'number',
  DaysLeft: 'number',
  BeginDate: 'day',
  EndDate: 'day',
  DueDate: 'day',
  Reason: 'sentence',
  Remedy: 'sentence',
  Blocks: 'sentence',
};

const Lines = z.array(z.union([VatLack, FolderVat]));

const BEHIND: Labels = {
  en: 'a period has ended after the last exercise (vat deadline list says when it is due); where the folder still files, create it: taxops exercise create',
  fr: 'une période est échue après le dernier exercice (vat deadline list dit quand elle est due) ; si le dossier déclare encore, créez-le : taxops exercise create',
};

function* statusView(lines: z.output<typeof Lines>, language: Language): Generator<Block> {
  const names = lines.some((line) => 'Kind' in line) ? OF_FOLDER : OF_FIRM;
  yield {
    kind: 'table',
    columns: names.map((name) => ({ name, ...(TYPES[name] && { type: TYPES[name] }) })),
    rows: lines.map((line) => {
      const values = new Map<string, unknown>(
        Object.entries('Kind' in line ? { ...line, Reason: reasonOf(line, language) } : line),
      );
      return names.map((name) => values.get(name) as Cell);
    }),
  };
  const behind = lines.filter((line) => 'LacksExercise' in line && line.LacksExercise).length;
  if (behind > 0) yield { kind: 'text', text: `${behind} × ${BEHIND[language]}` };
}

/** "Ambiguous rates: 20 % 1200.00, 10 % 800.00" */
function reasonOf({ Reason, Rates }: z.output<typeof VatLack>, language: Language): string {
  const told = (rate: string, amount: number) => `${valueInWords(rate, language)} ${amount.toFixed(2)}`;
  const rates = Rates.map(({ VatRate, TaxExcludedAmount }) => told(VatRate, TaxExcludedAmount)).join(', ');
  const reason = Reason && valueInWords(Reason, language);
  return [reason, rates].filter(Boolean).join(language === 'fr' ? ' : ' : ': ');
}

export const vatStatus = defineOperation({
  id: 'vat.status',
  summary: {
    en: 'Show how the VAT of a firm stands, or what a folder lacks for its own',
    fr: 'Montrer où en est la TVA d’un cabinet, ou ce qui manque à un dossier pour la sienne',
  },
  description:
    'Of a folder: accounts that moved in the last open exercise without a category or without a rate, with the rates that the entries tell and the command that sets one where filling cannot choose; third parties with lines that bear no letter, whose receipts settle nothing; periods that have ended and are not filed, Late after their due date; empty when nothing is to be done. Else one line for each folder of the firm, or of all that the caller sees: the oldest return of the last twelve months that is not filed, or the last one when all are; periods after its last exercise are not looked at (LacksExercise). Blocks: NoExercise (none of its exercises has a period of these months), NotPrepared, DraftEntries (the period has entries that are not validated), BooksChanged (the draft is computed again when it is opened), MissingCategory, InvalidCombination, PaymentsInvalid (what is to pay is not wholly paid), FiledElsewhere, codes of blocking controls; Rejected with its code; SendUncertain; ClosingEntry (asked for, not written).',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/vat-reporting/status' },
  cli: {
    examples: [
      'taxops vat status --folder 1',
      'taxops vat status --company 1',
      'taxops vat status --company 1 --output tva.xlsx',
    ],
  },
  query: z.object({
    accountingFolderId: identifier().optional().describe('What this folder lacks'),
    companyId: identifier().optional().describe('Only the folders of this firm'),
  }),
  output: Lines,
  view: statusView,
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, companyId }): Promise<(Lack | FolderVatStatus)[]> =>
    accountingFolderId === undefined ? vatStatusOf(ctx, { companyId }) : vatLacks(ctx, accountingFolderId),
});
