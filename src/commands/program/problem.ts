import {
  type ErrorKind,
  type Issue,
  KINDS,
  type Labels,
  type Language,
  TaxopsError,
} from '../../services/kernel/errors.ts';
import { commandErrors } from './errors.ts';

/** RFC 9457 problem details: the one shape of every failure, on standard error and over HTTP. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string;
  readonly code: string;
  readonly correlationId: string;
  readonly hint?: string;
  readonly errors?: readonly Issue[];
}

export interface Failure {
  readonly problem: Problem;
  readonly kind: ErrorKind;
  readonly exitCode: number;
}

const TITLES: Readonly<Record<ErrorKind, Labels>> = {
  invalid: { en: 'Invalid input', fr: 'Saisie non valable' },
  tooLarge: { en: 'Too large', fr: 'Trop volumineux' },
  unsupportedMedia: { en: 'Unsupported media type', fr: 'Type de contenu non pris en charge' },
  unprocessable: { en: 'Cannot be processed', fr: 'Ne peut être traité' },
  unauthenticated: { en: 'Not authenticated', fr: 'Non authentifié' },
  forbidden: { en: 'Not allowed', fr: 'Non autorisé' },
  notFound: { en: 'Not found', fr: 'Introuvable' },
  misdirected: { en: 'Wrong address', fr: 'Mauvaise adresse' },
  conflict: { en: 'Conflict', fr: 'Conflit' },
  rateLimited: { en: 'Too many requests', fr: 'Trop de demandes' },
  upstream: { en: 'Partner failure', fr: 'Défaillance d’un partenaire' },
  unavailable: { en: 'Unavailable', fr: 'Indisponible' },
  misconfigured: { en: 'Badly configured', fr: 'Mal configuré' },
  diskFull: { en: 'Disk full', fr: 'Disque plein' },
  lockHeld: { en: 'Already running', fr: 'Déjà en cours' },
  internal: { en: 'Internal error', fr: 'Erreur interne' },
};

/** Describes any thrown value. What is not an expected failure is a bug: its text stays out of the answer. */
export function describeFailure(
  thrown: unknown,
  language: Language,
  correlationId: string,
  instance?: string,
): Failure {
  const error =
    thrown instanceof TaxopsError ? thrown : (diskFull(thrown) ?? commandErrors.Internal({ correlationId }));
  const { status, exit } = KINDS[error.kind];
  const hint = error.hint(language);
  const problem: Problem = {
    type: `/problems/${error.code}`,
    title: TITLES[error.kind][language],
    status,
    detail: error.text(language),
    ...(instance && { instance }),
    code: error.code,
    correlationId,
    ...(hint && { hint }),
    ...(error.issues.length > 0 && { errors: error.issues }),
  };
  return { problem, kind: error.kind, exitCode: exit };
}

/** Files of ours, and PostgreSQL: class 53 is insufficient resources. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

function diskFull(thrown: unknown): TaxopsError | undefined {
  const { code, message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  // knex puts the statement before what the server said.
  return FULL.has(code ?? '') ? commandErrors.DiskFull({ reason: message.split(' - ').at(-1) ?? '' }) : undefined;
}
