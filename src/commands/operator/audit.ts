import * as z from 'zod';
import { verifyAudit } from '../../services/audit/audit.ts';
import { defineCommand } from '../operation/operation.ts';
import { int, long, maybe, text } from '../operation/outputs.ts';

export const auditVerify = defineCommand({
  id: 'operator.audit.verify',
  summary: {
    en: 'Check that the audit log is whole and unchanged',
    fr: 'Vérifier que le journal d’audit est entier et intact',
  },
  description:
    'Seals what is new, then computes the whole chain of hashes again. Keep LastHash in a safe place: it also proves that the end was not cut off.',
  cli: { path: ['audit', 'verify'], examples: ['taxops audit verify', 'taxops audit verify --json'] },
  output: z.object({ Entries: int('Écritures'), Unsealed: int(), BrokenAt: maybe(long()), LastHash: text() }),
  outcome: ({ BrokenAt }) => (BrokenAt === null ? 'done' : 'refused'),
  run: async (ctx) => verifyAudit(await ctx.db()),
});
