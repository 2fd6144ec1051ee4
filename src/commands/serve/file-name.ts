import { commandErrors } from '../program/errors.ts';

const LONGEST = 255;

const FAULTS: readonly { readonly reason: string; readonly applies: (name: string) => boolean }[] = [
  { reason: 'it is a path', applies: (name) => /[\\/]/.test(name) || /^[A-Za-z]:/.test(name) },
  { reason: 'it has control characters', applies: (name) => /\p{Cc}/u.test(name) },
  { reason: 'it is only dots', applies: (name) => /^\.+\s*$/.test(name) },
  { reason: `it is longer than ${LONGEST} characters`, applies: (name) => name.length > LONGEST },
];

/** The name of an uploaded file as its sender gives it; it never becomes a path here. Throws FileNameInvalid. */
export function plainFileName(sent: string | undefined): string {
  const name = sent || 'file';
  const fault = FAULTS.find(({ applies }) => applies(name));
  if (!fault) return name;
  throw commandErrors.FileNameInvalid({ name: JSON.stringify(name.slice(0, LONGEST)), reason: fault.reason });
}
