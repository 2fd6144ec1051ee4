/** Every page, in the order of the menu; those of a folder after those of the firm. */
import { account } from './account.tsx';
import { admin } from './admin.tsx';
import { asset } from './assets/asset.tsx';
import { compareAsset } from './assets/compare.tsx';
import { assets } from './assets/register.tsx';
import { bankAccount } from './bank/account.tsx';
import { bank } from './bank/bank.tsx';
import { deadlines } from './deadlines.tsx';
import { declaration } from './declarations/declaration.tsx';
import { declarations } from './declarations/declarations.tsx';
import { folder } from './folder.tsx';
import { folders } from './folders.tsx';
import { help } from './help.tsx';
import { imports } from './imports.tsx';
import { intake } from './intake.tsx';
import { jobRun, jobs } from './jobs.tsx';
import { entry, general, ledger, lines } from './ledger.tsx';
import type { Page } from './page.ts';
import { reconcile } from './reconcile/reconcile.tsx';
import { today } from './today.tsx';
import { vatAccounts } from './vat/accounts.tsx';
import { vatAllocation } from './vat/allocation.tsx';
import { vatReturn } from './vat/return.tsx';
import { vat } from './vat/vat.tsx';

export const PAGES: readonly Page[] = [
  ...[today, folders, declarations, deadlines, imports, intake, jobs, jobRun, admin, account, help],
  ...[
    folder,
    ledger,
    general,
    lines,
    entry,
    assets,
    asset,
    compareAsset,
    bank,
    bankAccount,
    reconcile,
    declaration,
    vat,
    vatAccounts,
    vatAllocation,
    vatReturn,
  ],
];
