/** The papers speak of what is there: links lead to files, scripts are those of package.json, decisions are listed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const papers = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith('.md') ? [join('docs', file)] : [],
  ),
];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe.each(papers)('%s', (paper) => {
  const text = readFileSync(paper, 'utf8');

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)\)/g)].map(([, link = '']) =>
      join(dirname(paper), link),
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it('names scripts and folders that are there', () => {
    const named = [...text.matchAll(/npm run ([a-z]+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const paths = [...text.matchAll(/`((?:src|test|docs|migrations)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it('every decision is on the list', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const pages = readdirSync('docs/decisions').filter((file) => file !== 'README.md');
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});
