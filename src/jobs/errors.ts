import { defineErrors } from '../services/kernel/errors.ts';

export const jobErrors = defineErrors('src/jobs/errors.tsv', ['JobUnknown', 'RunUnknown', 'RunEnded', 'WorkerUnknown']);
