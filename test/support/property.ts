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
