/** How far something is: a word in the language of the person, and a colour beside it. */
import { forPeople } from '../../../render/table.ts';
import { valueInWords } from '../../../render/values.ts';
import { useView } from './view.ts';

export function State({ of }: { of: unknown }) {
  const { language } = useView();
  const name = String(of ?? 'None');
  return <span class={`state ${name}`}>{valueInWords(name === 'None' ? 'NotBegun' : name, language)}</span>;
}

/** A number of euros, to the cent. */
export function Money({ of }: { of: unknown }) {
  const { language } = useView();
  return <>{typeof of === 'number' ? forPeople(of.toFixed(2), 'amount', language) : ''}</>;
}

/** A value of a list of choices. */
export function Value({ of }: { of: unknown }) {
  const { language } = useView();
  return <>{typeof of === 'string' ? valueInWords(of, language) : ''}</>;
}
