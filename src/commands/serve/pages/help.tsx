import { definePage } from './page.ts';
import { wordsOf } from './texts.ts';

const KEYS = [
  ['/', 'search'],
  ['g', 'today'],
  ['f', 'folders'],
  ['j k', 'keyRows'],
  ['Enter', 'keyAccept'],
  ['n p', 'keyPages'],
  ['1 – 9', 'keyChoose'],
  ['s', 'keySkip'],
  ['r', 'keyRule'],
  ['u', 'keyUndo'],
  ['?', 'keys'],
] as const;

export const help = definePage({
  path: '/help/keys',
  title: 'keys',
  operations: [],
  render: async ({ language }) => ({
    body: (
      <dl>
        {KEYS.map(([key, word]) => (
          <>
            <dt>
              <kbd>{key === 'Enter' ? wordsOf.enterKey[language] : key}</kbd>
            </dt>
            <dd>{wordsOf[word][language]}</dd>
          </>
        ))}
      </dl>
    ),
  }),
});
