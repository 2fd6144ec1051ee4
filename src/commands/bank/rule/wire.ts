/** Assignment rules on the wire. */
import * as z from 'zod';
import { DIRECTIONS } from '../../../services/banking/books/rules/rule.ts';
import { parseRatio } from '../../../services/kernel/ratio.ts';
import { amount, identifier, numeral } from '../../operation/fields.ts';
import { choice, eurosText, flag, int, maybe, text } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';

export const RulePath = { ruleId: identifier() };

export const RuleShape = z
  .object({
    Id: int('Id'),
    Name: text('Nom'),
    Priority: int('Priorité'),
    IsActive: flag('Active'),
    AccountId: maybe(int('N° compte')),
    LabelPattern: maybe(text('Motif')),
    OperationCode: maybe(text('Opération')),
    Direction: maybe(choice(DIRECTIONS, 'Sens')),
    MinAmount: from('minCents', maybe(eurosText('Montant au moins'))),
    MaxAmount: from('maxCents', maybe(eurosText('Montant au plus'))),
    LedgerAccount: text('Compte'),
    SubAccount: maybe(text('Sous-compte')),
    VatRate: maybe(text('Taux de TVA')),
    VatAccount: maybe(text('Compte de TVA')),
    EntryLabel: maybe(text('Libellé de l’écriture')),
  })
  .meta({ id: 'BankRule' });

const written = (max: number) => z.string().trim().min(1).max(max);

/** Percent: a number or a decimal string of at most four decimals. */
const percent = () =>
  numeral((digits) => {
    const point = digits.trim().replace(',', '.');
    const rate = /^\d{1,3}(\.\d{1,4})?$/.test(point) ? parseRatio(point) : undefined;
    return rate && rate.numerator <= 100n * rate.denominator ? point : undefined;
  }, 'not a rate in percent: write 20 or 5.5');

const magnitude = () => amount().refine((cents) => cents >= 0n, { error: 'a magnitude: no sign' });

const CRITERIA = {
  AccountId: identifier().nullish().describe('One bank account'),
  LabelPattern: written(200).nullish().describe('Words of the label; * is anything, ? one character, | or'),
  OperationCode: written(10).nullish().describe('CFONB operation code'),
  Direction: z.enum(DIRECTIONS).nullish().describe('In: money received'),
  MinAmount: from('minCents', magnitude().nullish()),
  MaxAmount: from('maxCents', magnitude().nullish()),
  SubAccount: written(50).nullish().describe('Code of the sub-account'),
  VatRate: percent().nullish().describe('Percent of VAT that the amount includes'),
  VatAccount: written(50).nullish().describe('The first 44566, or 44571 for Direction In, unless given'),
  EntryLabel: written(200).nullish().describe('That of the transaction unless given'),
};

export const RuleBody = fields({
  Name: written(100),
  Priority: z.int().min(0).max(1_000_000).default(100).describe('The lowest is tried first'),
  IsActive: z.boolean().default(true),
  LedgerAccount: written(50).describe('Number of the counterpart account'),
  ...CRITERIA,
});

export const RuleChange = fields({
  Name: written(100).exactOptional(),
  Priority: z.int().min(0).max(1_000_000).exactOptional(),
  IsActive: z.boolean().exactOptional(),
  LedgerAccount: written(50).exactOptional(),
  ...CRITERIA,
});
