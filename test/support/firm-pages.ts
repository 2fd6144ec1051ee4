/** The pages of the firm of `demo --serve`, by their addresses. */
import { PAGES } from '../../src/commands/serve/pages/registry.ts';

/** The parameters of paths: what the firm has. */
const OF_FIRM: Readonly<Record<string, string>> = { type: 'Liasse', end: '2024-12-31', number: '401000' };
const addressOf = (path: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => OF_FIRM[name] ?? '1');
/** What these are about is not there before somebody makes it. */
const ELSEWHERE = ['/imports/:intake', '/folders/:folder/vat/:procedure', '/jobs/runs/:run'];
/** What a page shows besides when it is asked for. */
const ASKED = [
  '/?kind=AssetAlert',
  '/folders?sort=-Late&having=Late',
  '/folders/1?exercise=1',
  '/declarations?view=states',
  '/declarations?view=list&types=Liasse',
  '/folders/1/declarations/Liasse/2024-12-31?form=2050&cell=2050.BX',
];
export const ADDRESSES: readonly string[] = [
  ...PAGES.filter(({ path }) => !ELSEWHERE.includes(path)).map(({ path }) => addressOf(path)),
  ...ASKED,
];
