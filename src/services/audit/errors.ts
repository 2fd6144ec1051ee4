import { defineErrors } from '../kernel/errors.ts';

export const auditErrors = defineErrors('src/services/audit/errors.tsv', ['AuditHeadUnreadable']);
