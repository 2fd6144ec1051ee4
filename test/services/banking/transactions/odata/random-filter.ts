/** Random filters, as people would write them, of every construct there is. */
import fc from '../../../../support/property.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Pieces of the labels of the test's rows, and what SQL and LIKE read in another way. */
export const PIECES = [
  'LOYER',
  'loyer',
  'é',
  'É',
  'œ',
  'Œ',
  "'",
  '%',
  '_',
  '\\',
  ' ',
  '𝄞',
  'a',
  'B',
  '--',
  '?',
  ':x',
  '"',
];

export const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((pieces) => pieces.join(''));
export const DAYS = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-05'];
export const MOMENTS = ['2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.500Z', '2026-03-05T12:30:00.000Z'];
export const AMOUNTS = ['-45.90', '0', '0.00', '12.5', '1200.50', '99999999999999.99', '-0.001'];

type Text = fc.Arbitrary<string>;

const call = (name: string, ...args: Text[]): Text => fc.tuple(...args).map((given) => `${name}(${given.join(',')})`);

export const { filter } = fc.letrec<Record<'filter' | 'text' | 'number' | 'day' | 'moment' | 'boolean', string>>(
  (tie) => {
    const compared = (family: 'text' | 'number' | 'day' | 'moment'): Text =>
      fc
        .tuple(
          tie(family),
          fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
          fc.oneof(tie(family), fc.constant('null')),
        )
        .map((parts) => parts.join(' '));
    const member = (family: 'text' | 'number' | 'day', literal: Text): Text =>
      fc
        .tuple(tie(family), fc.array(fc.oneof(literal, fc.constant('null')), { minLength: 1, maxLength: 3 }))
        .map(([value, items]) => `${value} in (${items.join(', ')})`);
    return {
      text: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('Label', 'Description', 'OperationCode', 'CurrencyCode', 'Account/Name'),
        fc.constantFrom('PaymentInformations/PaymentMode', 'ComplementaryData/Comment'),
        text.map(quoted),
        call('tolower', tie('text')),
        call('toupper', tie('text')),
        call('trim', tie('text')),
        call('concat', tie('text'), tie('text')),
        call('substring', tie('text'), tie('number')),
        call('substring', tie('text'), tie('number'), tie('number')),
      ),
      number: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom(
          'Amount',
          'FxRate',
          'FxAmount',
          'Id',
          'UpdatedByUserId',
          'ComplementaryData/TotalAssociatedAmount',
        ),
        fc.constantFrom(...AMOUNTS, '1', '2', '3'),
        call('length', tie('text')),
        call('indexof', tie('text'), tie('text')),
        fc.constantFrom('year', 'month', 'day').chain((name) => call(name, fc.oneof(tie('day'), tie('moment')))),
        fc.constantFrom('hour', 'minute', 'second').chain((name) => call(name, tie('moment'))),
      ),
      day: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('OperationDate', 'FxDate', 'PaymentInformations/PaymentDate', ...DAYS),
        call('date', tie('moment')),
      ),
      moment: fc.constantFrom('CreatedAt', 'DeletedAt', 'ComplementaryData/UpdatedAt', ...MOMENTS),
      boolean: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        compared('text'),
        compared('number'),
        compared('day'),
        compared('moment'),
        fc.constantFrom('IsDeleted', 'IsSynchronized', 'ComplementaryData/ToJustify', 'true', 'false', 'null'),
        member('text', text.map(quoted)),
        member('number', fc.constantFrom(...AMOUNTS)),
        member('day', fc.constantFrom(...DAYS)),
        fc.constantFrom('contains', 'startswith', 'endswith').chain((name) => call(name, tie('text'), tie('text'))),
        tie('boolean').map((operand) => `not (${operand})`),
        fc
          .tuple(tie('boolean'), fc.constantFrom('true', 'null', 'true,null'))
          .map(([one, of]) => `(${one}) in (${of})`),
        fc.constantFrom('null in (null)', 'null in (1)', 'null eq null', 'null lt 1'),
        fc
          .tuple(tie('boolean'), fc.constantFrom('eq', 'ne'), tie('boolean'))
          .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
        fc
          .tuple(tie('boolean'), fc.constantFrom('and', 'or'), tie('boolean'))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      ),
      filter: tie('boolean'),
    };
  },
);
