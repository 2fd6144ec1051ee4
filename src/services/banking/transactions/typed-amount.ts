/** Amounts as people type them in a search field: `1 200,50`, `1,200.50`, `1.200,50`, `-45,90 €`. */

const CURRENCY = /(?:€|eur)$/iu;
const SIGNED = /^([+\-\u2212]?)(.+)$/u;
const SPACE = '[ \\u00a0\\u202f]';
const PLAIN = /^(\d{1,18})(?:[.,](\d{1,9}))?$/;
const GROUPED = new RegExp(`^(\\d{1,3})(?:(${SPACE}|[.,'’])\\d{3})(?:\\2\\d{3})*(?:(?!\\2)[.,](\\d{1,9}))?$`);

/**
 * The amounts that a text may mean, as decimal strings; none when it is no amount. `1,200` means two: the French read
 * 1.2, the English 1200. Without a sign either sign is meant.
 */
export function typedAmounts(text: string): string[] {
  const [, sign = '', digits = ''] = SIGNED.exec(text.trim().replace(CURRENCY, '').trim()) ?? [];
  const magnitudes = [...new Set([plain(digits), grouped(digits)])].filter((value) => value !== undefined);
  if (sign === '') return magnitudes.flatMap((value) => [value, `-${value}`]);
  return magnitudes.map((value) => (sign === '+' ? value : `-${value}`));
}

const decimal = (whole: string, decimals = ''): string => (decimals === '' ? whole : `${whole}.${decimals}`);

function plain(digits: string): string | undefined {
  const match = PLAIN.exec(digits);
  return match?.[1] && decimal(match[1], match[2]);
}

function grouped(digits: string): string | undefined {
  const match = GROUPED.exec(digits);
  if (!match) return undefined;
  const decimals = match[3] ?? '';
  return decimal(digits.slice(0, digits.length - decimals.length).replace(/\D/g, ''), decimals);
}
