/** What takes longer than its page: a link, which the script follows by itself into the place with a name around it. */
import { useView, useWord, withParameter } from './view.ts';

export function Soon({ text }: { text: string }) {
  const word = useWord();
  const view = useView();
  return (
    <p class="note none">
      {text}{' '}
      <a href={withParameter(view, 'now', 'yes')} data-soon>
        {word('ask')}
      </a>
    </p>
  );
}
