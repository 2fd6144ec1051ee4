/** What a page does by keyboard: every one of these is a link or a button too, which work without script. */
import { inTurn, show } from './swap.ts';

/** Those in which there is something to follow or to do. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tbody tr:has(a, button)')];

/** Marks a row and shows it; the marked one is where the next key begins, and Enter does what can be done with it. */
function move(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.classList.contains('here'));
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)];
  if (!next) return;
  all[at]?.classList.remove('here');
  next.classList.add('here');
  next.scrollIntoView({ block: 'nearest' });
  (next.querySelector<HTMLElement>('button, a.button') ?? next.querySelector<HTMLElement>('a, input') ?? next).focus();
}

const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

const KEYS: Readonly<Record<string, () => void>> = {
  '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
  '?': () => click('a[data-key="?"]'),
  g: () => click('a[data-key="g"]'),
  f: () => click('a[data-key="f"]'),
  j: () => move(1),
  k: () => move(-1),
  n: () => click('a[rel=next]'),
  p: () => click('a[rel=prev]'),
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea');

/** Enter is theirs. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('a, button, summary');

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && isTyping(event.target)) return (event.target as HTMLElement).blur();
  if (isTyping(event.target) || (event.key === 'Enter' && isPressed(event.target))) return;
  const inPage = document.querySelector<HTMLElement>(`main [data-key~="${CSS.escape(event.key)}"]`);
  const act = inPage ? () => press(event.key) : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  inTurn(act);
});

/** Looked for when its turn comes: the page may have changed. */
function press(key: string): void {
  const target = document.querySelector<HTMLElement>(`main [data-key~="${CSS.escape(key)}"]`);
  if (target?.matches('summary')) target.focus(); // the next Tab goes on from there
  target?.click();
}

show();

/** A form is sent once: the second click of a double click finds its button asleep. */
document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
  for (const button of target.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
});

/** What a file is dropped on takes it: a form waits for its button, a line of a table for nothing. */
for (const type of ['dragover', 'dragleave', 'drop']) {
  document.addEventListener(type, (event) => {
    const zone = event.target instanceof Element ? event.target.closest('.drop, tr:has(input[type=file])') : null;
    const input = zone?.querySelector<HTMLInputElement>('input[type=file]');
    if (!zone || !input || !(event instanceof DragEvent)) return;
    if (type !== 'dragleave') event.preventDefault();
    zone.classList.toggle('dropping', type === 'dragover');
    if (type !== 'drop' || !event.dataTransfer) return;
    zone.querySelector('.fault')?.remove();
    if (hasFolder(event.dataTransfer)) return (zone.querySelector('details') ?? input).after(folderFault());
    input.files = event.dataTransfer.files;
    if (zone.matches('tr')) input.form?.requestSubmit();
  });
}

/** The browser takes it for a file, fails to read it, and leaves the page. */
const hasFolder = ({ items }: DataTransfer): boolean => [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);

function folderFault(): HTMLElement {
  const fault = document.createElement('span');
  Object.assign(fault, { className: 'fault', role: 'alert', textContent: document.body.dataset.noFolder });
  return fault;
}

/** A page printed by its button; without script the browser's own menu does it. */
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});

/** Counts of a run as it goes on; at its end the page is read again, whole. */
const live = document.querySelector<HTMLElement>('[data-events]');
let events: EventSource | undefined;

/** Only of the tab in sight: a browser has six connections to a site, and then asks for no page more. */
function follow(): void {
  events?.close();
  if (document.hidden || !live?.dataset.events) return;
  events = new EventSource(live.dataset.events);
  events.addEventListener('progress', ({ data }) => {
    const counts: Readonly<Record<string, unknown>> = JSON.parse(data);
    for (const place of live.querySelectorAll<HTMLElement>('[data-count]'))
      place.textContent = String(counts[place.dataset.count ?? ''] ?? '');
  });
  events.addEventListener('end', () => {
    events?.close();
    location.reload();
  });
}

document.addEventListener('visibilitychange', follow);
follow();
