/** Within a desk, what leads to the same page changes it in place: nothing jumps, and no key is lost meanwhile. */

let swapping: Promise<void> = Promise.resolve();
let keys: Promise<void> = Promise.resolve();

/** Does it after what the key or the click before it does: who types fast means what comes next. */
export function inTurn(act: () => void): void {
  keys = keys
    .then(() => swapping)
    .then(() => {
      act();
      return swapping;
    });
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.desk a') : null;
  if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  swapping = swap(link.href);
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.closest('.desk') || form.enctype === 'multipart/form-data') return;
  event.preventDefault();
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  swapping = form.method === 'post' ? swap(form.action, { method: 'POST', body }) : swap(`${form.action}?${body}`);
});

/** Asks for the page and puts what it is about in the place of what is there; anything else is left to the browser. */
async function swap(address: string, options: RequestInit = {}, part = ''): Promise<void> {
  const response = await fetch(address, options).catch(() => undefined);
  const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html');
  const place = part === '' ? 'main' : `#${part}`;
  const [main, old] = [page.querySelector(place), document.querySelector(place)];
  if (!response || !main || !old || !page.querySelector('header nav')) return location.reload(); // logged out, or away
  old.replaceWith(main);
  document.title = page.title;
  if (part === '' && response.status === 200 && !new URL(response.url).pathname.startsWith('/do/'))
    history.pushState(null, '', response.url);
  show();
}

addEventListener('popstate', () => location.reload());

/** The row that the address is about comes into sight, and what is to be typed has the keyboard. */
export function show(): void {
  document.querySelector('tr.here')?.scrollIntoView({ block: 'nearest' });
  const field = document.querySelector<HTMLInputElement>('main [autofocus]');
  field?.focus();
  field?.select();
  if (document.hidden) askSoon();
  else requestAnimationFrame(() => setTimeout(askSoon)); // once the page is painted: nothing shares the processor with that
}

/** What takes longer than its page comes after it, in the place of what has a name around it; the address stays. */
function askSoon(): void {
  const soon = document.querySelector<HTMLAnchorElement>('main a[data-soon]');
  if (soon) swapping = swap(soon.href, {}, soon.closest('[id]')?.id);
}
