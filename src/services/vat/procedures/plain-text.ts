/** The text of a page, to be drawn: nothing of it is kept but what a reader sees. */

/** Their content is no text. */
const HIDDEN = /<(script|style|head|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BREAKS = /<(?:br|\/(?:p|div|li|tr|h[1-6]|table|ul|ol))\b[^>]*>/gi;
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z!?][^>]*(?:>|$)/gi;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export const plainText = (html: string): string =>
  html
    .replace(HIDDEN, '')
    .replace(/\s+/g, ' ')
    .replace(BREAKS, '\n')
    .replace(MARKUP, '')
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) =>
      name === undefined ? character(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)) : (ENTITIES[name] ?? whole),
    )
    .replace(/ *\n */g, '\n')
    .trim();

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
