import type { Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';

let french: ReadonlyMap<string, string> | undefined;

/**
 * French words for names that no field heads: those of inputs that are asked for, of columns of views, and of fields of
 * several resources (`labels.tsv`). A field says its heading itself (operation/outputs.ts); this is looked at last.
 */
function frenchOf(name: string): string | undefined {
  french ??= new Map(readTable('src/commands/render/labels.tsv', ['name', 'fr']).map((row) => [row.name, row.fr]));
  return french.get(name);
}

/** What a person reads above a column: `StartBalance` is "Start balance" or "Solde initial". */
export function label(name: string, language: Language): string {
  const last = name.split('.').at(-1) ?? name;
  const words = language === 'fr' ? frenchOf(last) : undefined;
  return words ?? inWords(last);
}

function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
