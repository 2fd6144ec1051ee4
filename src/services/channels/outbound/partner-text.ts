/**
 * Words of a partner that people will read. Partners repeat what they were sent: markup, account numbers, tokens and
 * known secrets are taken out, control characters too, and the rest is cut short.
 */

const MAX_LENGTH = 300;
const MASK = '…';

export function partnerText(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= 4);
  const bare = known.reduce((rest, secret) => rest.replaceAll(secret, MASK), text.slice(0, 20_000));
  return bare
    .replace(/[<{\r\n][\s\S]*/, MASK) // markup, JSON, further lines: an error page, or our own file sent back
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b/g, MASK) // an IBAN
    .replace(/[A-Za-z0-9+/=_.~-]{32,}/g, MASK) // a token, a key, base64
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
