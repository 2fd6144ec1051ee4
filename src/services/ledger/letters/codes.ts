/**
 * Codes of lettering: AAA, AAB… of an account or third party, over all its exercises. Capitals say that the group is
 * balanced, small letters that it is not yet, as accounting programs write them; both are one code.
 */
const WIDTH = 3;
const SIZE = 26n;
const A = 'A'.charCodeAt(0);

/** The code after the highest of those in use, whatever their case; codes of another form are never met again. */
export function nextCode(used: readonly string[]): string {
  const places = used.map((code) => code.toUpperCase()).filter((code) => /^[A-Z]{3,8}$/.test(code));
  return codeOf(places.map(placeOf).reduce((highest, place) => (place > highest ? place : highest), -1n) + 1n);
}

/** The code as it is written for a group. */
export const written = (code: string, isPartial: boolean): string =>
  isPartial ? code.toLowerCase() : code.toUpperCase();

/** AAA is 0, ZZZ 17,575, AAAA the next. */
function placeOf(code: string): bigint {
  let place = 0n;
  for (const letter of code) place = place * SIZE + BigInt(letter.charCodeAt(0) - A);
  for (let width = WIDTH; width < code.length; width++) place += SIZE ** BigInt(width);
  return place;
}

function codeOf(place: bigint): string {
  let width = WIDTH;
  let rest = place;
  for (; rest >= SIZE ** BigInt(width); width++) rest -= SIZE ** BigInt(width);
  let code = '';
  for (let at = 0; at < width; at++, rest /= SIZE) code = String.fromCharCode(A + Number(rest % SIZE)) + code;
  return code;
}
