import type { Labels } from '../../services/kernel/errors.ts';
import { commandErrors } from '../program/errors.ts';

const LONGEST = 255;

const FAULTS: readonly { readonly reason: Labels; readonly applies: (name: string) => boolean }[] = [
  {
    reason: { en: 'it is a path', fr: 'c’est un chemin' },
    applies: (name) => /[\\/]/.test(name) || /^[A-Za-z]:/.test(name),
  },
  {
    reason: { en: 'it has control characters', fr: 'il a des caractères de commande' },
    applies: (name) => /\p{Cc}/u.test(name),
  },
  { reason: { en: 'it is only dots', fr: 'il n’a que des points' }, applies: (name) => /^\.+\s*$/.test(name) },
  {
    reason: { en: `it is longer than ${LONGEST} characters`, fr: `il a plus de ${LONGEST} caractères` },
    applies: (name) => name.length > LONGEST,
  },
];

/** The name of an uploaded file as its sender gives it; it never becomes a path here. Throws FileNameInvalid. */
export function plainFileName(sent: string | undefined): string {
  const name = sent || 'file';
  const fault = FAULTS.find(({ applies }) => applies(name));
  if (!fault) return name;
  throw commandErrors.FileNameInvalid({ name: JSON.stringify(name.slice(0, LONGEST)), reason: fault.reason });
}
