/** The window of the listing of updated declarations (A13): after included, before excluded. */
import { compareInstants, type Instant, readInstant } from '../../kernel/paris-time.ts';
import { declarationErrors } from '../errors.ts';

export interface UpdateWindow {
  readonly after: Instant;
  readonly before: Instant;
}

/** Both bounds as received. Throws when one is missing or cannot be read, or when the window is empty. */
export function readWindow(updatedAfter: string, updatedBefore: string): UpdateWindow {
  const after = bound('updatedAfter', updatedAfter);
  const before = bound('updatedBefore', updatedBefore);
  if (compareInstants(after, before) >= 0) throw declarationErrors.WindowEmpty({ after, before });
  return { after, before };
}

function bound(name: string, text: string): Instant {
  const instant = readInstant(text);
  if (!instant) throw declarationErrors.WindowBoundInvalid({ name, text });
  return instant;
}
