/** A bench whole, or a hundredth of it (`npm run bench -- --small`): that proves that it runs, and no figure is judged. */
export const isSmall = process.env.BENCH_SIZE === 'small';

export const sized = (whole: number): number => (isSmall ? Math.ceil(whole / 100) : whole);

export const roundsOf = (usual: number): number => (isSmall ? 1 : usual);
