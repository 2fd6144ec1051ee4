/**
 * fast-check, which draws the same cases in every run: a failure is there for everyone, or for no one. `SEED=17 npm test`
 * draws others, `npm run soak` new ones each time.
 */
import fc from 'fast-check';

const FIRST_SEED = 20_260_301;

const { SEED, SOAK } = process.env;
if (SEED !== undefined || SOAK === undefined)
  fc.configureGlobal({ seed: SEED === undefined ? FIRST_SEED : Number(SEED) });

export default fc;

/**
 * Any character, halves of pairs apart. The library's own `unit: 'binary'` keeps a table of all of them, which takes
 * longer to build than the tests that use it.
 */
const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - 0x800 }).map(
  (rank) => String.fromCodePoint(rank < 0xd800 ? rank : rank + 0x800),
  (character) => {
    const point = String(character).codePointAt(0) ?? 0;
    if (character !== String.fromCodePoint(point)) throw new Error('more than a character'); // the library then tries less
    return point < 0xd800 ? point : point - 0x800;
  },
);

/** Text of any characters. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
