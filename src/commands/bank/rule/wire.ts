/** Assignment rules on the wire. */
import * as z from 'zod';
import { DIRECTIONS, type Rule, type RuleDraft } from '../../../services/banking/books/rules/rule.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { parseRatio } from '../../../services/kernel/ratio.ts';
import { amount, amountText, identifier, numeral } from '../../operation/fields.ts';
import { EnterprisePath } from '../account/account.ts';

export const RulePath = EnterprisePath.extend({ ruleId: identifier() });

export const RuleShape = z
  .object({
    Id: z.int(),
    Name: z.string(),
    Priority: z.int(),
    IsActive: z.boolean(),
    AccountId: z.int().nullable(),
    LabelPattern: z.string().nullable(),
    OperationCode: z.string().nullable(),
    Direction: z.enum(DIRECTIONS).nullable(),
    MinAmount: amountText().nullable(),
    MaxAmount: amountText().nullable(),
    LedgerAccount: z.string(),
    SubAccount: z.string().nullable(),
    VatRate: z.string().nullable(),
    VatAccount: z.string().nullable(),
    EntryLabel: z.string().nullable(),
  })
  .meta({ id: 'BankRule' });

const amountOrNull = (cents: bigint | null): string | null => (cents === null ? null : formatAmount(cents));

export const ruleToWire = (rule: Rule): z.output<typeof RuleShape> => ({
  Id: rule.id,
  Name: rule.name,
  Priority: rule.priority,
  IsActive: rule.isActive,
  AccountId: rule.accountId,
  LabelPattern: rule.labelPattern,
  OperationCode: rule.operationCode,
  Direction: rule.direction,
  MinAmount: amountOrNull(rule.minAmount),
  MaxAmount: amountOrNull(rule.maxAmount),
  LedgerAccount: rule.ledgerAccount,
  SubAccount: rule.subAccount,
  VatRate: rule.vatRate,
  VatAccount: rule.vatAccount,
  EntryLabel: rule.entryLabel,
});

const text = (max: number) => z.string().trim().min(1).max(max);

/** Percent: a number or a decimal string of at most four decimals. */
const percent = () =>
  numeral((text) => {
    const written = text.trim().replace(',', '.');
    const rate = /^\d{1,3}(\.\d{1,4})?$/.test(written) ? parseRatio(written) : undefined;
    return rate && rate.numerator <= 100n * rate.denominator ? written : undefined;
  }, 'not a rate in percent: write 20 or 5.5');

const magnitude = () => amount().refine((cents) => cents >= 0n, { error: 'a magnitude: no sign' });

const CRITERIA = {
  AccountId: identifier().nullish().describe('One bank account'),
  LabelPattern: text(200).nullish().describe('Words of the label; * is anything, ? one character, | or'),
  OperationCode: text(10).nullish().describe('CFONB operation code'),
  Direction: z.enum(DIRECTIONS).nullish().describe('In: money received'),
  MinAmount: magnitude().nullish(),
  MaxAmount: magnitude().nullish(),
  SubAccount: text(50).nullish().describe('Code of the sub-account'),
  VatRate: percent().nullish().describe('Percent of VAT that the amount includes'),
  VatAccount: text(50).nullish().describe('The first 44566, or 44571 for Direction In, unless given'),
  EntryLabel: text(200).nullish().describe('That of the transaction unless given'),
};

export const RuleBody = z.strictObject({
  Name: text(100),
  Priority: z.int().min(0).max(1_000_000).default(100).describe('The lowest is tried first'),
  IsActive: z.boolean().default(true),
  LedgerAccount: text(50).describe('Number of the counterpart account'),
  ...CRITERIA,
});

export const RuleChange = z.strictObject({
  Name: text(100).optional(),
  Priority: z.int().min(0).max(1_000_000).optional(),
  IsActive: z.boolean().optional(),
  LedgerAccount: text(50).optional(),
  ...CRITERIA,
});

export const ruleFromWire = (body: z.output<typeof RuleBody>): RuleDraft => ({
  name: body.Name,
  priority: body.Priority,
  isActive: body.IsActive,
  accountId: body.AccountId ?? null,
  labelPattern: body.LabelPattern ?? null,
  operationCode: body.OperationCode ?? null,
  direction: body.Direction ?? null,
  minAmount: body.MinAmount ?? null,
  maxAmount: body.MaxAmount ?? null,
  ledgerAccount: body.LedgerAccount,
  subAccount: body.SubAccount ?? null,
  vatAccount: body.VatAccount ?? null,
  vatRate: body.VatRate ?? null,
  entryLabel: body.EntryLabel ?? null,
});

/** Names of the wire and of the domain: what is absent is kept, what is null is cleared. */
const PROPERTIES: readonly (readonly [keyof z.output<typeof RuleChange>, keyof RuleDraft])[] = [
  ['Name', 'name'],
  ['Priority', 'priority'],
  ['IsActive', 'isActive'],
  ['AccountId', 'accountId'],
  ['LabelPattern', 'labelPattern'],
  ['OperationCode', 'operationCode'],
  ['Direction', 'direction'],
  ['MinAmount', 'minAmount'],
  ['MaxAmount', 'maxAmount'],
  ['LedgerAccount', 'ledgerAccount'],
  ['SubAccount', 'subAccount'],
  ['VatRate', 'vatRate'],
  ['VatAccount', 'vatAccount'],
  ['EntryLabel', 'entryLabel'],
];

export const changeFromWire = (body: z.output<typeof RuleChange>): Partial<RuleDraft> =>
  Object.fromEntries(PROPERTIES.filter(([wire]) => body[wire] !== undefined).map(([wire, own]) => [own, body[wire]]));
