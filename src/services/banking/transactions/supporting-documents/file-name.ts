/** Names of supporting documents: shown to people and proposed to their browsers, never used as a path here. */
import type { Labels } from '../../../kernel/errors.ts';
import type { InputFile } from '../../../kernel/stream.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import type { ContentKind } from './content-kind.ts';

const LONGEST = 150;

/** Control characters, and those that turn the direction of a line: `fdp.exe` must not read `exe.pdf`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

const FAULTS: readonly { readonly reason: Labels; readonly applies: (name: string) => boolean }[] = [
  {
    reason: { en: 'it is a path', fr: 'c’est un chemin' },
    applies: (name) => /[\\/]/.test(name) || /^[A-Za-z]:/.test(name),
  },
  {
    reason: { en: 'it has invisible characters', fr: 'il a des caractères invisibles' },
    applies: (name) => INVISIBLE.test(name),
  },
  {
    reason: { en: 'it is empty or only dots', fr: 'il est vide ou n’a que des points' },
    applies: (name) => /^[.\s]*$/.test(name),
  },
  {
    reason: { en: `it is longer than ${LONGEST} characters`, fr: `il dépasse ${LONGEST} caractères` },
    applies: (name) => name.length > LONGEST,
  },
];

/** The name as sent, ending as its content does: a PDF named `x.exe` becomes `x.exe.pdf`. Throws DocumentNameInvalid. */
export function documentName({ name }: InputFile, { extensions }: ContentKind): string {
  if (name === '-') return `document.${extensions[0]}`; // standard input has no name
  const fault = FAULTS.find(({ applies }) => applies(name));
  if (fault)
    throw complementaryErrors.DocumentNameInvalid({
      name: JSON.stringify(name.slice(0, LONGEST)),
      reason: fault.reason,
    });
  const clean = name.normalize('NFC').trim();
  const extension = /\.([A-Za-z0-9]+)$/.exec(clean)?.[1]?.toLowerCase() ?? '';
  return extensions.includes(extension) ? clean : `${clean}.${extensions[0]}`;
}
