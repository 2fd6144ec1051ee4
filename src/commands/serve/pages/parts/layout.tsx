/** The frame of every page. */
import type { Child } from 'hono/jsx';
import type { Theme } from '../../../../services/identity/web-sessions.ts';
import type { Problem } from '../../../program/problem.ts';
import type { Crumb } from '../page.ts';
import type { Word } from '../texts.ts';
import { wordsOf } from '../texts.ts';
import { Hint } from './hint.tsx';
import { useView, useWord, type View, ViewProvider } from './view.ts';

export interface Files {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
}

interface FrameProps {
  readonly view: View;
  readonly title: string;
  readonly files: Files;
  readonly theme?: Theme | null | undefined;
  readonly crumbs?: readonly Crumb[] | undefined;
  /** Nobody is logged in: there is nowhere to go. */
  readonly isClosed?: boolean;
  /** The person sees the installation too. */
  readonly operates?: boolean;
  readonly children?: Child;
}

export function Frame({ view, title, files, theme, crumbs, isClosed = false, operates = false, children }: FrameProps) {
  return (
    <ViewProvider value={view}>
      <html lang={view.language} data-theme={theme ?? undefined}>
        <head>
          <meta charset="utf-8" />
          <title>{`${title} · taxops`}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="icon" type="image/svg+xml" href={files.icon} />
          <link rel="stylesheet" href={files.style} />
          <script src={files.script} defer />
        </head>
        <body data-no-folder={wordsOf.folderDropped[view.language]}>
          <Head {...{ isClosed, operates }} icon={files.icon} />
          <main id="main">
            {crumbs && <Crumbs crumbs={crumbs} />}
            <h1>{title}</h1>
            {crumbs && <Tabs name={title} />}
            {children}
          </main>
        </body>
      </html>
    </ViewProvider>
  );
}

const PLACES: readonly (readonly [href: string, word: Word, key?: string])[] = [
  ['/', 'today', 'g'],
  ['/folders', 'folders', 'f'],
  ['/declarations', 'declarations'],
  ['/deadlines', 'deadlines'],
  ['/imports', 'imports'],
  ['/jobs', 'jobs'],
  ['/admin', 'admin'],
  ['/account', 'account'],
  ['/help/keys', 'keys', '?'],
];

/** Of the installation: for those who operate it. */
const OPERATED = ['/jobs', '/admin'];

function Head({ isClosed, operates, icon }: { isClosed: boolean; operates: boolean; icon: string }) {
  const { url } = useView();
  const word = useWord();
  return (
    <header>
      <a class="skip" href="#main">
        {word('skip')}
      </a>
      <a class="brand" href="/">
        <img src={icon} alt="" /> taxops
      </a>
      {!isClosed && (
        <>
          <nav aria-label={word('nav')}>
            {PLACES.filter(([href]) => operates || !OPERATED.includes(href)).map(([href, name, key]) => (
              <a href={href} data-key={key} aria-current={url.pathname === href ? 'page' : undefined}>
                {word(name)}
              </a>
            ))}
          </nav>
          <search>
            <form method="get" action="/folders">
              <input type="search" name="search" aria-label={word('search')} placeholder={`${word('search')} (/)`} />
            </form>
          </search>
          <button type="button" data-print>
            {word('print')}
          </button>
        </>
      )}
    </header>
  );
}

const IN_FOLDER: readonly Word[] = ['ledger', 'lines', 'bank', 'assets', 'vat'];

/** Where else one goes within a folder, on each of its pages. */
function Tabs({ name }: { name: string }) {
  const { url } = useView();
  const word = useWord();
  const at = /^\/folders\/\d+/.exec(url.pathname)?.[0];
  if (at === undefined) return null;
  const tabs = [
    [at, word('overview')],
    ...IN_FOLDER.map((place) => [`${at}/${place}`, word(place)]),
    [`/declarations?accountingFolderId=${at.replace('/folders/', '')}`, word('declarations')],
    [`/imports?folder=${at.replace('/folders/', '')}`, word('imports')],
  ];
  const isHere = (href: string) => (href === at ? url.pathname === at : url.pathname.startsWith(href));
  return (
    <nav class="tabs" aria-label={name}>
      {tabs.map(([href = '', text]) => (
        <a {...{ href }} aria-current={isHere(href) ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const word = useWord();
  return (
    <nav class="crumbs" aria-label={word('where')}>
      <ol>
        {crumbs.map(([href, text]) => (
          <li>
            <a {...{ href }}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Names its fields below; what its hint says of them is for the command line. */
const OF_FIELDS = 'InvalidInput';

/** What was refused and why, with the code to look up and the reference to report. */
export function ProblemPart({ problem }: { problem: Problem }) {
  const word = useWord();
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{problem.detail}</strong>
      </p>
      {problem.hint && problem.code !== OF_FIELDS && <Hint text={problem.hint} />}
      {problem.errors?.map(({ path, where = path.replace(/^Body\./, ''), message }) => (
        <p>
          {where && `${where}: `}
          {message}
        </p>
      ))}
      <p class="note">
        <a href={`/problems/${problem.code}`}>{problem.code}</a> · {word('correlation')} {problem.correlationId}
      </p>
    </div>
  );
}
