import { defineErrors } from '../services/kernel/errors.ts';

export const jobErrors = defineErrors({
  JobUnknown: {
    kind: 'notFound',
    en: 'There is no job {job}.',
    fr: 'Il n’y a pas de travail {job}.',
    hint: { en: 'List them: taxops job list', fr: 'Listez-les : taxops job list' },
  },
  RunUnknown: {
    kind: 'notFound',
    en: 'There is no run {runId}.',
    fr: 'Il n’y a pas d’exécution {runId}.',
    hint: { en: 'List them: taxops job runs', fr: 'Listez-les : taxops job runs' },
  },
});
