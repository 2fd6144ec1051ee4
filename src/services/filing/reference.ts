import type { Context } from '../operation/context.ts';

/** A new one for every attempt. 31 of the 35 characters of an EDI reference: 128 bits take 25 in base 36. */
export const newReference = ({ ids }: Pick<Context, 'ids'>): string =>
  `INFENT${BigInt(`0x${ids.uuid().replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()}`;
