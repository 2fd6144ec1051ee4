import * as z from 'zod';
import { type ErrorKind, KINDS } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, int, maybe, text, words } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { loadCatalogue, loadFindings } from '../program/catalogue.ts';
import { commandErrors } from '../program/errors.ts';

const Explanation = z
  .object({
    Code: text('Code'),
    Kind: choice([...(Object.keys(KINDS) as [ErrorKind, ...ErrorKind[]]), 'error', 'warning', 'info'], 'Genre'),
    Status: int('État'),
    ExitCode: from('exit', int('Code de sortie')),
    Message: words('Message', 'sentence'),
    Hint: maybe(words('Que faire', 'sentence')),
  })
  .meta({ id: 'Explanation' });

export const explain = defineOperation({
  id: 'operator.explain',
  summary: { en: 'Explain a code', fr: 'Expliquer un code' },
  description:
    'What a failure means, or what a check found (FEC060, L18, 224, BALANCE_MISMATCH), and what to do. Kind is the kind of failure, or the severity of the finding.',
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
  run: async (_ctx, { code }) => {
    const all = [...failures(), ...(await findings())];
    const found = all.find((one) => one.code.toLowerCase() === code.toLowerCase());
    const suggestion = () => nearest(code, [...new Set(all.map((one) => one.code))]);
    if (!found) throw commandErrors.CodeUnknown({ code, suggestion: suggestion() });
    return found;
  },
});

const failures = () =>
  Object.entries(loadCatalogue()).map(([code, { kind, hint, ...message }]) => ({
    code,
    kind,
    message,
    hint,
    ...KINDS[kind],
  }));

/** A check that finds something still answers 200; an error in it makes the command end with 2. */
const findings = async () =>
  Object.entries(await loadFindings()).map(([code, { severity, message, hint }]) => ({
    code,
    kind: severity,
    message,
    hint,
    status: 200,
    exit: severity === 'error' ? KINDS.invalid.exit : 0,
  }));
