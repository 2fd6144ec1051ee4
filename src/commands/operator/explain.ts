import * as z from 'zod';
import { KINDS, type Language } from '../../services/kernel/errors.ts';
import { defineOperation } from '../operation/operation.ts';
import { loadCatalogue, loadFindings } from '../program/catalogue.ts';
import { commandErrors } from '../program/errors.ts';
import { nearest } from '../program/nearest.ts';

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
  description:
    'What a failure means, or what a check found (FEC060, BALANCE_MISMATCH), and what to do. Kind is the kind of failure, or the severity of the finding.',
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/operator/codes/{code}' },
  cli: {
    path: ['explain'],
    args: ['code'],
    examples: ['taxops explain FolderNotFound', 'taxops explain FEC060 --lang fr'],
  },
  params: z.object({ code: z.string().max(100) }),
  output: Explanation,
  errors: ['CodeUnknown'],
  run: async ({ language }, { code }) => {
    const explanations = { ...failures(language), ...(await findings(language)) };
    const found = Object.keys(explanations).find((name) => name.toLowerCase() === code.toLowerCase());
    const explanation = found === undefined ? undefined : explanations[found];
    if (!explanation) throw commandErrors.CodeUnknown({ code, suggestion: nearest(code, Object.keys(explanations)) });
    return explanation;
  },
});

type Explanations = Readonly<Record<string, z.output<typeof Explanation>>>;

function failures(language: Language): Explanations {
  const entries = Object.entries(loadCatalogue()).map(([Code, { kind, hint, ...text }]) => {
    const { status, exit } = KINDS[kind];
    const texts = { Message: text[language], Hint: hint?.[language] ?? null };
    return [Code, { Code, Kind: kind, Status: status, ExitCode: exit, ...texts }] as const;
  });
  return Object.fromEntries(entries);
}

/** A check that finds something still answers 200; an error in it makes the command end with 2. */
async function findings(language: Language): Promise<Explanations> {
  const entries = Object.entries(await loadFindings()).map(([Code, { severity, message, hint }]) => {
    const ExitCode = severity === 'error' ? KINDS.invalid.exit : 0;
    const texts = { Message: message[language], Hint: hint?.[language] ?? null };
    return [Code, { Code, Kind: severity, Status: 200, ExitCode, ...texts }] as const;
  });
  return Object.fromEntries(entries);
}
