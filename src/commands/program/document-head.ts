/** What stands above the tables of a document: what it is, the firm, the folder, the period. */
import type { Context } from '../../services/operation/context.ts';
import type { RawInput } from '../operation/invoke.ts';
import type { Operation } from '../operation/operation.ts';
import type { DocumentHead } from '../render/document.ts';

const FOLDER = ['accountingFolderId', 'enterpriseId', 'folderId', 'FolderId'];
const ACCOUNT = ['accountId', 'AccountId'];
const FIRST = ['startDate', 'beginDate', 'from', 'StartDate', 'BeginDate'];
const LAST = ['endDate', 'to', 'date', 'EndDate'];
/** Summaries say what a command does, titles what a document is. */
const DOING =
  /^(Lister|Montrer|Chercher|List|Show|Search) (les |la |le |l’|une |un |the |an |a )?| (d’un dossier|of a folder)$/g;

export async function documentHead(ctx: Context, operation: Operation, raw: RawInput): Promise<DocumentHead> {
  const { language } = ctx;
  const given = { ...(raw.body as object | undefined), ...raw.query, ...raw.params };
  const who = await owners(ctx, Number(givenAs(given, FOLDER) ?? 0));
  const account = operation.id.startsWith('bank.') ? await accountLine(ctx, given) : [];
  const period = [FIRST, LAST].flatMap((names) => givenAs(given, names) ?? []).map(String);
  return {
    title: titleOf(operation.summary[language]),
    lines: [...who, ...account, ...(period.length > 0 ? [period.join(' – ')] : [])],
    foot: who[0] ?? 'taxops',
    createdAt: ctx.clock.now(),
    language,
  };
}

const titleOf = (summary: string): string => {
  const title = summary.replace(DOING, '');
  return title.charAt(0).toUpperCase() + title.slice(1);
};

const givenAs = (given: Readonly<Record<string, unknown>>, names: readonly string[]): unknown =>
  names.map((name) => given[name]).find((value) => value !== undefined && value !== null);

/** The bank account that a document is about. */
async function accountLine(ctx: Context, given: Readonly<Record<string, unknown>>): Promise<string[]> {
  const [folderId, accountId] = [Number(givenAs(given, FOLDER) ?? 0), Number(givenAs(given, ACCOUNT) ?? 0)];
  if (!(folderId > 0 && accountId > 0)) return [];
  const { accountText } = await import('../../services/banking/accounts/account-text.ts');
  const text = await accountText((await ctx.db()).knex, folderId, accountId);
  return text ? [text] : [];
}

async function owners(ctx: Context, folderId: number): Promise<string[]> {
  if (!(folderId > 0)) return [];
  const [{ getFolder }, { getCompany }] = await Promise.all([
    import('../../services/folders/folders.ts'),
    import('../../services/folders/companies.ts'),
  ]);
  const folder = await getFolder(ctx, folderId);
  const company = await getCompany(ctx, folder.companyId);
  return [company.name, [folder.name, folder.siren && `SIREN ${folder.siren}`].filter(Boolean).join(' · ')];
}
