import type { Actor } from '../../services/operation/actor.ts';

/** Says who sends a request, or throws Unauthenticated. */
export type Authenticate = (request: Request) => Promise<Actor>;

/** `--no-auth`: whoever reaches the loopback address acts as the local operator. */
export const trustLoopback: Authenticate = async () => ({ kind: 'local', name: 'loopback' });
