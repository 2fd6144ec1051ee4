/** A filter once read: every part has a known type, every property is one of the model. */
import type { EdmType, Navigation, Property } from './model.ts';

/** Types that compare with each other are one family. */
export type Family = 'number' | 'text' | 'boolean' | 'day' | 'moment';

export const FAMILY_OF: Readonly<Record<EdmType, Family>> = {
  'Edm.Int32': 'number',
  'Edm.Decimal': 'number',
  'Edm.String': 'text',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'day',
  'Edm.DateTimeOffset': 'moment',
};

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** Literals of numbers, days and moments keep their text: no float comes between. */
export type Expression =
  | { readonly kind: 'literal'; readonly family: Family | 'null'; readonly value: string }
  | { readonly kind: 'property'; readonly property: Property; readonly navigation: Navigation | undefined }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'in'; readonly operand: Expression; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly family: Family; readonly args: readonly Expression[] };

export function familyOf(expression: Expression): Family | 'null' {
  if (expression.kind === 'literal' || expression.kind === 'call') return expression.family;
  return expression.kind === 'property' ? FAMILY_OF[expression.property.type] : 'boolean';
}

/** Whether it may be null: comparisons never are. */
export function isNullable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.family === 'null';
    case 'property':
      return expression.property.isNullable || expression.navigation !== undefined;
    case 'compare':
    case 'in':
      return false;
    case 'not':
      return isNullable(expression.operand);
    case 'logic':
      return isNullable(expression.left) || isNullable(expression.right);
    case 'call':
      return expression.args.some(isNullable);
  }
}
