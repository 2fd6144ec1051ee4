import { definePage } from './page.ts';
import { Fold } from './parts/fold.tsx';
import { alertsAt } from './parts/folder.ts';
import { Filters, Form } from './parts/form.tsx';
import { Value } from './parts/state.tsx';
import { Listing, type Row, rows, sortIn } from './parts/table.tsx';
import { address, dayOf } from './parts/view.ts';
import { named } from './parts/whose.tsx';
import { wordsOf } from './texts.ts';

const FILTERS = ['search', 'having', 'taxRegime', 'vatSystem', 'companyId', 'isActive'] as const;

const at = ({ Id }: Row): string => `/folders/${Id}`;
/** A number that is nought leads nowhere. */
const unlessNone = (name: string, href: (row: Row) => string) => (row: Row) => (row[name] ? href(row) : undefined);

/** Each figure opens what it counts. */
const LINKS: Readonly<Record<string, (row: Row) => string | undefined>> = {
  Name: at,
  Drafts: unlessNone('Drafts', (row) => `${at(row)}/ledger`),
  ToReconcile: unlessNone('ToReconcile', (row) => `${at(row)}/bank`),
  ToJustify: unlessNone('ToJustify', (row) => `${at(row)}/bank`),
  ToJustifyAmount: unlessNone('ToJustify', (row) => `${at(row)}/bank`),
  Late: unlessNone('Late', ({ Id }) =>
    address('/declarations', { accountingFolderId: String(Id), states: 'Late', view: 'list' }),
  ),
  Alerts: unlessNone('Alerts', alertsAt),
};

/** As accountants say it: the whole words take the room of two figures. */
const shortRegime = (regime: unknown, language: 'en' | 'fr'): string =>
  regime === 'CorporationTax' || regime === 'IncomeTax' ? wordsOf[regime][language] : '';

export const folders = definePage({
  path: '/folders',
  title: 'folders',
  operations: ['folder.overview', 'company.list'],
  render: async ({ call, query, language }) => {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, query[name] || undefined]));
    const [list, firms] = await Promise.all([
      call('folder.overview', { ...filters, ...sortIn(query.sort), page: query.page }),
      call('company.list'),
    ]);
    return {
      body: (
        <>
          <Filters of="folder.overview" ask={FILTERS} values={query} choices={{ companyId: named(rows(firms)) }} />
          <Listing
            of={list}
            columns={[
              'Name',
              'Siren',
              'TaxRegime',
              'VatSystem',
              'LastExercise',
              'Drafts',
              'ToReconcile',
              'ToJustify',
              'ToJustifyAmount',
              'Late',
              'NextDue',
              'Alerts',
            ]}
            cells={{
              TaxRegime: ({ TaxRegime }) => shortRegime(TaxRegime, language),
              NextDue: ({ NextDue, NextForm }) =>
                typeof NextDue === 'string' && `${dayOf(NextDue, language)} ${NextForm}`,
              VatSystem: ({ VatSystem }) => <Value of={VatSystem} />,
            }}
            links={LINKS}
          />
          <Fold run="folder.create" title={wordsOf.create[language]}>
            <Form
              run="folder.create"
              ask={['Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'Department']}
              after="/folders/:Id"
            />
          </Fold>
        </>
      ),
    };
  },
});
