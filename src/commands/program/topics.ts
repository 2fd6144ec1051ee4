/** What is said in help of the words that come before the verb: the rows of `topics.tsv`. */
import type { Labels } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';

const GROUPS: Readonly<Record<string, Labels>> = {
  start: { en: 'Start here', fr: 'Pour commencer' },
  firm: { en: 'Firm and ledger', fr: 'Cabinet et comptabilité' },
  work: { en: 'Services', fr: 'Services' },
  system: { en: 'This installation', fr: 'Cette installation' },
};

const ROWS = readTable('src/commands/program/topics.tsv', ['words', 'group', 'en', 'fr']);
const ABOUT = new Map<string, Labels>(ROWS.map(({ words, en, fr }) => [words, { en, fr }]));
const GROUP_OF = new Map(ROWS.flatMap(({ words, group }) => (group === '' ? [] : [[words, GROUPS[group]] as const])));

/** First words of the command line, in the order help shows them. */
export const TOPICS: readonly string[] = [...GROUP_OF.keys()];

export const groupOf = (topic: string): Labels | undefined => GROUP_OF.get(topic);

/** What the commands under these words are about: those of `bank`, of `bank account`. */
export const aboutOf = (words: readonly string[]): Labels | undefined => ABOUT.get(words.join(' '));
