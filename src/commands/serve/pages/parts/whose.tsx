/** Whose work is shown: a firm or a folder, chosen by name. */
import type { Visit } from '../page.ts';
import { wordsOf } from '../texts.ts';
import type { Filters } from './form.tsx';
import { type Row, rows } from './table.tsx';

const byName = new Intl.Collator('fr', { numeric: true });

/** A longer list is no choice, which is said: the search box finds a folder, and its page leads back here. */
const MOST = 500;

type Whose = Required<Pick<Parameters<typeof Filters>[0], 'choices' | 'more'>>;

export const named = (all: readonly Row[]) => all.map(({ Id, Name }) => [String(Id), String(Name)] as const);

export async function whoseChoices({ call, query, language }: Visit<'company.list' | 'folder.list'>): Promise<Whose> {
  const [firms, folders] = await Promise.all([call('company.list'), call('folder.list')]);
  const all = rows(folders).toSorted((a, b) => byName.compare(String(a.Name), String(b.Name)));
  const isLong = all.length > MOST;
  const shown = isLong ? all.filter(({ Id }) => String(Id) === query.accountingFolderId) : all;
  return {
    choices: { companyId: named(rows(firms)), accountingFolderId: named(shown) },
    more: isLong && (
      <small class="note">
        {all.length} {wordsOf.tooManyToChoose[language]}
      </small>
    ),
  };
}
