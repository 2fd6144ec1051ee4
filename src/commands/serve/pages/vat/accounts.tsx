/** How the VAT of each account is declared, and which level says so: the system, the charts of the firm, a person. */
import { type Attempt, definePage, isAnswer } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { Form } from '../parts/form.tsx';
import { Value } from '../parts/state.tsx';
import { Listing, pageName, type Row, rows } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

/** From the strongest to the weakest. */
const LEVELS = ['User', 'ExtendedChartOfAccount', 'ChartOfAccount', 'System'] as const;
type Level = (typeof LEVELS)[number];
const FACTS = ['Exigibility', 'VatCategory', 'VatRate'] as const;

export const vatAccounts = definePage({
  path: '/folders/:folder/vat/accounts',
  title: 'vatAccounts',
  operations: [
    'folder.show',
    'vat.configuration.list',
    'vat.configuration.set',
    'vat.configuration.fill-rates',
    'vat.category.list',
  ],
  render: async (visit) => {
    const { call, attempt, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const list = await call('vat.configuration.list', { ...own, configurableOnly: query.all ? undefined : true });
    const chosen = rows(list).find(({ AccountId }) => String(AccountId) === query.account);
    const categories = chosen && (await attempt('vat.category.list', { ...own, accountId: String(chosen.AccountId) }));
    const here = `${at}/vat/accounts`;
    const page = pageName(list);
    const keep = { all: query.all, [page]: query[page], todo: query.todo };
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    return {
      crumbs: [...crumbs, [`${at}/vat`, word('vat')]],
      body: (
        <>
          <p class="tools">
            <a href={address(here, { all: query.all ? undefined : 'yes' })}>
              {word(query.all ? 'configurable' : 'everyAccount')}
            </a>
            <a href={address(here, { ...keep, todo: query.todo ? undefined : 'yes' })}>
              {word(query.todo ? 'all' : 'toValidate')}
            </a>
            <Form run="vat.configuration.fill-rates" fixed={own} />
          </p>
          <div class="desk">
            <div>
              <Listing
                of={list}
                columns={['AccountNumber', 'AccountLabel', ...FACTS]}
                cells={Object.fromEntries(FACTS.map((fact) => [fact, (row: Row) => <Effective {...{ row, fact }} />]))}
                links={{ AccountNumber: ({ AccountId }) => address(here, { ...keep, account: String(AccountId) }) }}
                only={query.todo ? (row) => row.RequiresUserValidation === true : undefined}
                isHere={(row) => row.AccountId === chosen?.AccountId}
              />
            </div>
            <section class="choose">
              {chosen ? (
                <Account {...{ chosen, categories, own }} back={address(here, keep)} />
              ) : (
                <p class="note none">{word('chooseAccount')}</p>
              )}
            </section>
          </div>
        </>
      ),
    };
  },
});

const levelOf = (row: Row, fact: string): Level | undefined =>
  LEVELS.find((level) => row[`${level}${fact}`] !== null && row[`${level}${fact}`] !== undefined);

/** What holds, and the level that says it. */
function Effective({ row, fact }: { row: Row; fact: string }) {
  const word = useWord();
  const level = levelOf(row, fact);
  return (
    <>
      <Value of={row[fact]} /> {level && <small class="note">{word(`level_${level}`)}</small>}
    </>
  );
}

interface AccountProps {
  readonly chosen: Row;
  readonly categories: Attempt | undefined;
  readonly own: Readonly<Record<string, unknown>>;
  readonly back: string;
}

function Account({ chosen, categories, own, back }: AccountProps) {
  const word = useWord();
  const known = categories && isAnswer(categories) ? rows(categories) : [];
  return (
    <>
      <h2>
        {chosen.AccountNumber} {chosen.AccountLabel}
      </h2>
      <section class="wide" aria-label={word('levels')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{word('levels')}</th>
              {FACTS.map((fact) => (
                <th scope="col">{word(fact)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level) => (
              <tr>
                <th scope="row">{word(`level_${level}`)}</th>
                {FACTS.map((fact) => (
                  <td>
                    <Value of={chosen[`${level}${fact}`]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Form
        run="vat.configuration.set"
        fixed={{ ...own, AccountId: chosen.AccountId, SubAccountId: chosen.SubAccountId, IsSystemGenerated: 'false' }}
        ask={[...FACTS, 'IncludeUnletteredPayments']}
        held={{
          ...Object.fromEntries(FACTS.map((fact) => [fact, chosen[fact]])),
          IncludeUnletteredPayments: chosen.IncludeUnletteredPayments,
        }}
        choices={{ VatCategory: known.map(({ Value: value, Label }) => [String(value), String(Label)]) }}
        button={word('keep')}
        {...{ back }}
      />
    </>
  );
}
