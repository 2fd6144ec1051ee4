/** What a notice said of a return, for people. */
import type { Edition, VatBox } from '../../../services/forms/vat-boxes.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import type { Answer } from '../../../services/vat/procedures/store.ts';
import { wireForm } from '../form-code.ts';

/** Type, code and label; then the box that it points to, with its line and what the form calls it. */
export function answerText({ type, code, label, form, zone }: Answer, edition: Edition): Labels {
  const said = [type, code, ...(label ? [label] : [])].join(' ');
  const told = (language: keyof Labels): string => {
    const place = placeOf({ form, zone }, edition, language);
    return place === '' ? said : `${said} (${place})`;
  };
  return { en: told('en'), fr: told('fr') };
}

/** The authority writes forms and zones with their millésime and ranks: `3310CA3   260001`, `CA0001`. */
function placeOf({ form, zone }: Pick<Answer, 'form' | 'zone'>, edition: Edition, language: keyof Labels): string {
  const name = /^_?([0-9A-Z_-]+)/.exec(form?.trim() ?? '')?.[1]?.replace('T_', 'T-');
  if (name === undefined) return zone ?? '';
  const box = edition.get(name)?.get((zone ?? '').trim().slice(0, 2));
  return [wireForm(name), ...(box ? boxWords(box, language) : zone ? [zone] : [])].join(' ');
}

const boxWords = ({ line, zone, names }: VatBox, language: keyof Labels): string[] => [
  ...(line === '' ? [] : [line]),
  `${zone}: ${names[language]}`,
];
