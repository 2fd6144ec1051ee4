import { definePage } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Blocks, blocksOf, Listing } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

export const vat = definePage({
  path: '/folders/:folder/vat',
  title: 'vat',
  operations: ['folder.show', 'vat.procedure-group.list', 'vat.deadline.list'],
  render: async (visit) => {
    const { call, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const [groups, due] = await Promise.all([
      call('vat.procedure-group.list', { enterpriseId: folderId }),
      call('vat.deadline.list', { accountingFolderId: folderId, days: 90, lateDays: 400 }),
    ]);
    return {
      crumbs,
      body: (
        <>
          <Listing of={groups} />
          <h2>{wordsOf.deadlines[language]}</h2>
          <Listing
            of={due}
            columns={['DueDate', 'Status', 'Name', 'Form', 'EndDate']}
            links={{ Form: ({ ProcedureId }) => (ProcedureId === null ? undefined : `${at}/vat/${ProcedureId}`) }}
          />
        </>
      ),
    };
  },
});

export const vatReturn = definePage({
  path: '/folders/:folder/vat/:procedure',
  title: 'vat',
  operations: ['folder.show', 'vat.form.show'],
  render: async (visit) => {
    const { call, params, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const of = { accountingFolderId: folderId, procedureId: params.procedure };
    const form = await call('vat.form.show', of);
    const blocks = await blocksOf(form, language);
    return {
      crumbs: [...crumbs, [`${at}/vat`, wordsOf.vat[language]]],
      title: `${wordsOf.vat[language]} ${params.procedure}`,
      body: (
        <>
          <p class="tools">
            <a href={address('/get/vat.form.show', { ...of, as: 'pdf' })}>PDF</a>
          </p>
          <Blocks blocks={blocks} of={form} />
        </>
      ),
    };
  },
});
