/** The VAT of a folder: what is due, the returns that are there, and the way to one that is not. */
import { definePage, isAnswer } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { State } from '../parts/state.tsx';
import { Listing, listIn, type Row } from '../parts/table.tsx';
import { wordsOf } from '../texts.ts';

export const vat = definePage({
  path: '/folders/:folder/vat',
  title: 'vat',
  operations: [
    'folder.show',
    'vat.procedure-group.list',
    'vat.deadline.list',
    'vat.period.list',
    'vat.procedure-group.assist',
  ],
  render: async (visit) => {
    const { call, attempt, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const [groups, due, periods] = await Promise.all([
      call('vat.procedure-group.list', { enterpriseId: folderId }),
      call('vat.deadline.list', { accountingFolderId: folderId, days: 90, lateDays: 400 }),
      attempt('vat.period.list', {
        accountingFolderId: folderId,
        procedureType: 'Liquidation',
        onlyNonDeclaredPeriods: true,
      }),
    ]);
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    const page = ({ ProcedureId }: Row) => (ProcedureId === null ? undefined : `${at}/vat/${ProcedureId}`);
    const prepare = ({ StartDate: BeginDate, EndDate, ProcedureType = 'Liquidation', ...row }: Row) => (
      <Form
        run="vat.procedure-group.assist"
        fixed={{
          enterpriseId: folderId,
          AccountingFolderId: folderId,
          ProcedureType,
          BeginDate,
          EndDate,
          DepositNumber: row.DepositNumber ?? undefined,
        }}
        button={word('prepare')}
        after={`${at}/vat/:ProcedureItems.0.ProcedureId`}
      />
    );
    return {
      crumbs,
      body: (
        <>
          <p class="tools">
            <a href={`${at}/vat/accounts`}>{word('vatAccounts')}</a>
            <a href={`${at}/vat/allocation`}>{word('allocation')}</a>
          </p>
          <div class="columns">
            <section>
              <h2>{word('returns')}</h2>
              <Listing
                of={{ ...groups, result: returnsOf(groups.result) }}
                columns={RETURNS}
                cells={{ Status: ({ Status }) => <State of={Status} /> }}
                links={{ DocumentName: page }}
                empty={word('noReturn')}
              />
              <h2>{word('toPrepare')}</h2>
              {isAnswer(periods) ? (
                <Listing
                  of={listIn(periods, 'Periods')}
                  columns={PERIOD}
                  actions={(row) => (row.ExistingProcedureId === null ? prepare(row) : undefined)}
                />
              ) : (
                <ProblemPart problem={periods} />
              )}
            </section>
            <section>
              <h2>{word('deadlines')}</h2>
              <Listing
                of={due}
                columns={['DueDate', 'Status', 'Name', 'Form', 'EndDate']}
                cells={{ Status: ({ Status }) => <State of={Status} /> }}
                links={{ Form: page }}
                actions={(row) => row.Category === 'Tva' && row.ProcedureId === null && prepare(row)}
              />
            </section>
          </div>
        </>
      ),
    };
  },
});

const RETURNS = [
  { name: 'DocumentName', fr: 'Déclaration' },
  { name: 'Status', fr: 'État' },
  { name: 'FilingDeadline', fr: 'Échéance', type: 'day' },
  { name: 'DeclaredAmount', fr: 'Déclaré', type: 'amount' },
] as const;

const PERIOD = [
  { name: 'StartDate', fr: 'Du', type: 'day' },
  { name: 'EndDate', fr: 'Au', type: 'day' },
  { name: 'DueDate', fr: 'Échéance', type: 'day' },
] as const;

interface Group {
  readonly DocumentName: string;
  readonly FilingDeadline: string | null;
  readonly ProcedureItems: readonly {
    readonly ProcedureId: number;
    readonly Status: { readonly Status: string };
    readonly DeclaredAmount: number | null;
  }[];
}

/** One row for each return, latest period first. */
const returnsOf = (groups: unknown): readonly Row[] =>
  (groups as readonly Group[])
    .flatMap(({ DocumentName, FilingDeadline, ProcedureItems }) =>
      ProcedureItems.map(({ ProcedureId, Status, DeclaredAmount }) => ({
        ProcedureId,
        DocumentName,
        FilingDeadline,
        DeclaredAmount,
        Status: Status.Status,
      })),
    )
    .toReversed();
