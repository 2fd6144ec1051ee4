/** CFONB files on the wire: accounts, statements, returned operations, findings. */
import * as z from 'zod';
import type { Finding } from '../../../services/banking/statements/cfonb/findings.ts';
import { amountText } from '../../operation/fields.ts';
import { date, flag, int, maybe, sentence, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';
import { CsvMappingSchema } from './mapping-wire.ts';

const Account = z
  .object({
    Iban: maybe(text('IBAN')),
    BankCode: text('Code banque'),
    BranchCode: text('Guichet'),
    AccountNumber: text('Compte'),
    CurrencyCode: text('Devise'),
    Decimals: int(),
  })
  .meta({ id: 'StatementAccount' });

/** A total that does not agree, only on the findings that are about one. */
const disagreement = (name: 'computed' | 'stated' | 'difference') =>
  computed(z.string().optional(), ({ disagreement }: Pick<Finding, 'disagreement'>) => disagreement?.[name]);

export const FindingSchema = z
  .object({
    Severity: headed(z.enum(['error', 'warning']), 'Gravité'),
    Kind: headed(z.string(), 'Genre'),
    Statement: from('group', maybe(int())).describe('Number of the statement or sequence in the file'),
    Record: computed(maybe(int('Enreg.')), ({ place }: Pick<Finding, 'place'>) => place?.record),
    Line: computed(maybe(int('Ligne')), ({ place }: Pick<Finding, 'place'>) => place?.line),
    Field: maybe(text('Champ')),
    Position: maybe(int()),
    Message: sentence('Message'),
    Computed: disagreement('computed'),
    Stated: disagreement('stated'),
    Difference: disagreement('difference'),
  })
  .meta({ id: 'StatementFinding' });

export type FindingWire = z.output<typeof FindingSchema>;

const Balance = z.object({ Date: maybe(date('Date')), Value: headed(maybe(amountText()), 'Valeur') });

const Movement = z
  .looseObject({
    OperationDate: maybe(date('Date')),
    ValueDate: maybe(date('Valeur')),
    Amount: headed(maybe(amountText()), 'Montant'),
    CurrencyCode: text('Devise'),
    Label: text('Libellé'),
    OperationCode: text('Opération'),
    OperationLabel: maybe(text()),
    InternalCode: maybe(text()),
    RejectCode: maybe(text()),
    RejectLabel: maybe(text()),
    EntryNumber: maybe(text('Numéro')),
    Reference: maybe(text('Pièce')),
    IsCommissionExempt: flag(),
    IsUnavailable: flag(),
    CounterpartyName: maybe(text()),
    CounterpartyIban: maybe(text()),
    Record: int('Enreg.'),
    Details: z.array(z.object({ Qualifier: text(), Text: text() })),
  })
  .meta({ id: 'StatementMovement', description: 'With the fields its complements give: FxAmount, MandateReference…' });

const Returned = z
  .looseObject({
    Sequence: maybe(int()),
    SettlementDate: maybe(date()),
    CounterpartyName: maybe(text()),
    CounterpartyIban: maybe(text()),
    Labels: z.array(text()),
    InitialSettlementDate: maybe(date()),
    InitialReference: maybe(text()),
    RejectCode: maybe(text()),
    RejectLabel: maybe(text()),
    Amount: headed(maybe(amountText()), 'Montant'),
    Record: int('Enreg.'),
  })
  .meta({ id: 'ReturnedOperation', description: 'With the fields of the operation’s own layout' });

export const StatementCheckSchema = z
  .object({
    Statements: headed(
      z.array(
        z.object({
          Iban: maybe(text('IBAN')),
          CurrencyCode: text('Devise'),
          StartBalance: headed(Balance, 'Solde initial'),
          Transactions: headed(z.array(Movement), 'Mouvements'),
          EndBalance: headed(maybe(Balance), 'Solde final'),
          Balanced: maybe(flag('Équilibré')).describe('Null where the format tells no balances'),
        }),
      ),
      'Relevés',
    ),
    Sequences: z
      .array(
        z.object({
          OperationCode: text('Opération'),
          OperationLabel: text(),
          Account,
          HolderName: maybe(text()),
          Records: z.array(Returned),
          FileDate: maybe(date()),
          Total: maybe(amountText()),
          Balanced: flag('Équilibré'),
        }),
      )
      .optional()
      .describe('CFONB 240 only'),
    Accounts: headed(z.array(Account), 'Comptes'),
    Mapping: maybe(CsvMappingSchema).optional().describe('How the columns of a CSV are read'),
    Findings: headed(z.array(FindingSchema), 'Constats'),
  })
  .meta({ id: 'StatementCheck' });
