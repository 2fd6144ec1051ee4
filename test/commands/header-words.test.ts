/** What an answer says in a header is said in words at a terminal. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { headerNote } from '../../src/commands/program/header-words.ts';

/** Counts are read by programs, and are shown below a table; the other two protect pages. */
const WITHOUT_WORDS = ['X-Total-Count', 'X-Content-Type-Options', 'X-Frame-Options'];

const named = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => [...readFileSync(`src/${path}`, 'utf8').matchAll(/'((?:X|Refused)-[A-Za-z-]+)'/g)])
  .map(([, name]) => name ?? '')
  .filter((name) => !WITHOUT_WORDS.includes(name));

it.each([...new Set(named)])('%s has words in both languages', (name) => {
  for (const language of ['en', 'fr'] as const) expect(headerNote(name, '3, 4', language)).not.toContain(name);
  expect(headerNote(name, '3, 4', 'en')).not.toBe(headerNote(name, '3, 4', 'fr'));
});

it('shows what the header says, as it is', () => {
  expect(headerNote('X-Refresh', 'ChannelA=ok, $&', 'fr')).toBe('Canaux interrogés : ChannelA=ok, $&');
  expect(headerNote('X-Total-Count', '3', 'fr')).toBe('X-Total-Count: 3');
});
