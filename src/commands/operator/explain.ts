import * as z from 'zod';
import { KINDS } from '../../services/kernel/errors.ts';
import { defineOperation } from '../../services/operation/operation.ts';
import { loadCatalogue } from '../catalogue.ts';
import { commandErrors } from '../errors.ts';
import { nearest } from '../nearest.ts';

const Explanation = z
  .object({
    Code: z.string(),
    Kind: z.string(),
    Status: z.int(),
    ExitCode: z.int(),
    Message: z.string(),
    Hint: z.string().nullable(),
  })
  .meta({ id: 'Explanation' });

export const explain = defineOperation({
  id: 'operator.explain',
  summary: { en: 'Explain a code', fr: 'Expliquer un code' },
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/operator/codes/{code}' },
  cli: {
    path: ['explain'],
    args: ['code'],
    examples: ['taxops explain FolderNotFound', 'taxops explain SirenInvalid --lang fr'],
  },
  params: z.object({ code: z.string().max(100) }),
  output: Explanation,
  errors: ['CodeUnknown'],
  run: async ({ language }, { code }) => {
    const catalogue = await loadCatalogue();
    const found = Object.keys(catalogue).find((name) => name.toLowerCase() === code.toLowerCase());
    const entry = found === undefined ? undefined : catalogue[found];
    if (found === undefined || !entry)
      throw commandErrors.CodeUnknown({ code, suggestion: nearest(code, Object.keys(catalogue)) });
    const { status, exit } = KINDS[entry.kind];
    const texts = { Message: entry[language], Hint: entry.hint?.[language] ?? null };
    return { Code: found, Kind: entry.kind, Status: status, ExitCode: exit, ...texts };
  },
});
