import * as z from 'zod';
import { verifyAudit } from '../../services/audit/audit.ts';
import { defineCommand } from '../operation/operation.ts';

export const auditVerify = defineCommand({
  id: 'operator.audit.verify',
  summary: {
    en: 'Check that the audit log is whole and unchanged',
    fr: 'Vérifier que le journal d’audit est entier et intact',
  },
  description:
    'Seals what is new, then computes the whole chain of hashes again. Keep LastHash in a safe place: it also proves that the end was not cut off.',
  cli: { path: ['audit', 'verify'], examples: ['taxops audit verify', 'taxops audit verify --json'] },
  output: z.object({ Entries: z.int(), Unsealed: z.int(), BrokenAt: z.int().nullable(), LastHash: z.string() }),
  outcome: ({ BrokenAt }) => (BrokenAt === null ? 'done' : 'refused'),
  run: async (ctx) => {
    const { entries, unsealed, brokenAt, lastHash } = await verifyAudit(await ctx.db());
    return {
      Entries: entries,
      Unsealed: unsealed,
      BrokenAt: brokenAt === undefined ? null : Number(brokenAt),
      LastHash: lastHash,
    };
  },
});
