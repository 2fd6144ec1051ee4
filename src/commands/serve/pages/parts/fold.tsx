/** What few need of a page, folded. */
import type { Child } from 'hono/jsx';
import { entryNamed } from './form.tsx';
import { useView } from './view.ts';

interface FoldProps {
  /** What its form runs: refused, it stands open, for what is wrong is said in it. */
  readonly run: string;
  readonly title: string;
  readonly isOpen?: boolean;
  /** There is something to read in it, also for who may not run the operation. */
  readonly isRead?: boolean;
  /** Key that opens it. */
  readonly shortcut?: string;
  readonly children?: Child;
}

export function Fold({ run, title, isOpen = false, isRead = false, shortcut, children }: FoldProps) {
  const { failure, may } = useView();
  if (!isRead && !may(entryNamed(run))) return null;
  return (
    <details open={isOpen || failure?.operation === run}>
      <summary data-key={shortcut}>{title}</summary>
      {children}
    </details>
  );
}
