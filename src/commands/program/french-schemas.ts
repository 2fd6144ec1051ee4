import * as z from 'zod';
import fr from 'zod/v4/locales/fr.js';

/** Messages of the schemas, in French. A module of its own: `import('zod')` would bundle every language of zod. */
export function speakFrench(): void {
  z.config(fr());
}
