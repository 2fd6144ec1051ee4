import * as z from 'zod';
import type { WorkScope } from '../services/folders/scope.ts';

/** `all`, `folder:12` or `company:3`, as `job run --scope` passes it. */
export const JobScope = z.object({
  scope: z
    .string()
    .regex(/^(all|folder:\d+|company:\d+)$/)
    .default('all'),
});

export function readScope(scope: string): WorkScope {
  const [kind, id] = scope.split(':');
  return { ...(kind === 'folder' && { folderId: Number(id) }), ...(kind === 'company' && { companyId: Number(id) }) };
}
