/** Every page, in the order of the menu. */
import { account } from './account.tsx';
import { folders } from './folders.tsx';
import type { Page } from './page.ts';

export const PAGES: readonly Page[] = [folders, account];
