/** Mappings of CSV columns on the wire. */
import * as z from 'zod';
import { DATE_FORMS, DECIMAL_MARKS, DELIMITERS } from '../../../services/banking/statements/csv/mapping.ts';
import { choice, text } from '../../operation/outputs.ts';
import { fields, headed } from '../../operation/wire.ts';

const Columns = z
  .object({
    Date: text('Date'),
    ValueDate: text('Date de valeur').optional(),
    Label: z.array(text('Libellé')),
    Reference: text('Référence').optional(),
    Counterparty: text('Tiers').optional(),
    Amount: text('Montant').optional(),
    Direction: text('Sens').optional(),
    Debit: text('Débit').optional(),
    Credit: text('Crédit').optional(),
    Balance: text('Solde').optional(),
    Currency: text('Devise').optional(),
  })
  .meta({ id: 'CsvColumns' });

export const CsvMappingSchema = z
  .object({
    Delimiter: choice(DELIMITERS, 'Séparateur'),
    DateForm: choice(DATE_FORMS, 'Dates'),
    DecimalMark: choice(DECIMAL_MARKS, 'Décimales'),
    Columns: headed(Columns, 'Colonnes'),
  })
  .meta({ id: 'CsvMapping' });

const heading = () => z.string().min(1).max(200);

export const csvMappingBody = fields({
  Delimiter: z.enum(DELIMITERS),
  DateForm: z.enum(DATE_FORMS).describe('Order of day, month and year'),
  DecimalMark: z.enum(DECIMAL_MARKS),
  Columns: fields({
    Date: heading().describe('Heading of the column, or #1, #2 … where the file has none'),
    ValueDate: heading().optional(),
    Label: z.array(heading()).min(1).max(10).describe('Joined in this order'),
    Reference: heading().optional(),
    Counterparty: heading().optional(),
    Amount: heading().optional().describe('Signed, or beside Direction'),
    Direction: heading().optional().describe('D for what is taken from the account'),
    Debit: heading().optional(),
    Credit: heading().optional(),
    Balance: heading().optional().describe('After the movement'),
    Currency: heading().optional(),
  }),
});
