import { definePage } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { Blocks, blocksOf, Listing, rows } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

export const assets = definePage({
  path: '/folders/:folder/assets',
  title: 'assets',
  operations: ['folder.show', 'exercise.list', 'asset.search', 'asset.alert.list'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const exercises = rows(await call('exercise.list', own)).toSorted((a, b) =>
      String(a.EndDate).localeCompare(String(b.EndDate)),
    );
    const last = exercises.at(-1);
    const startDate = query.startDate || String(last?.StartDate ?? `${visit.today.slice(0, 4)}-01-01`);
    const endDate = query.endDate || String(last?.EndDate ?? `${visit.today.slice(0, 4)}-12-31`);
    const { sort: _sort, done: _done, ...asked } = query;
    const [list, alerts] = await Promise.all([
      call('asset.search', { ...own, ...asked, startDate, endDate }),
      call('asset.alert.list', { ...own, endDate }),
    ]);
    return {
      crumbs,
      body: (
        <>
          <Filters
            of="asset.search"
            ask={['startDate', 'endDate', 'q', 'hasAlert']}
            values={{ ...query, startDate, endDate }}
            types={{ startDate: 'date', endDate: 'date' }}
          />
          <Listing
            of={list}
            columns={['AssetNumber', 'Name', 'AccountNumber', 'AcquisitionDate', 'NetValue']}
            links={{ Name: (row) => `${at}/assets/${row.Id ?? row.AssetId ?? row.FixedAssetId}` }}
          />
          <h2>{wordsOf.alerts[language]}</h2>
          <Listing of={alerts} />
        </>
      ),
    };
  },
});

export const asset = definePage({
  path: '/folders/:folder/assets/:asset',
  title: 'asset',
  operations: ['folder.show', 'asset.show'],
  render: async (visit) => {
    const { call, params, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const of = { accountingFolderId: folderId, assetId: params.asset };
    const shown = await call('asset.show', of);
    const blocks = await blocksOf(shown, language);
    return {
      crumbs: [...crumbs, [`${at}/assets`, wordsOf.assets[language]]],
      title: `${wordsOf.asset[language]} ${params.asset}`,
      body: (
        <>
          <p class="tools">
            <a href={address('/get/asset.show', { ...of, as: 'pdf' })}>PDF</a>
            <a href={address('/get/asset.show', { ...of, as: 'xlsx' })}>XLSX</a>
          </p>
          <Blocks blocks={blocks} of={shown} />
        </>
      ),
    };
  },
});
