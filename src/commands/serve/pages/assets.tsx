import type { Column } from '../../operation/operation.ts';
import { definePage } from './page.ts';
import { inFolder, lastOf } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { Money, Value } from './parts/state.tsx';
import { Blocks, blocksOf, Listing, type Row } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

const ABOUT: readonly Column[] = [
  { name: 'Number', type: 'number' },
  { name: 'Name' },
  { name: 'Account' },
  { name: 'AcquisitionDate', type: 'day' },
];
const AMOUNTS: readonly Column[] = [
  { name: 'AcquisitionValue', type: 'amount' },
  { name: 'EconomicCurrentPeriodAmount', fr: 'Dotation', type: 'amount' },
  { name: 'EconomicVNCPeriodAmount', fr: 'Valeur nette', type: 'amount' },
];
const METHOD: readonly Column[] = [
  { name: 'EconomicDuration', fr: 'Durée (mois)', type: 'number' },
  { name: 'EconomicMethod', fr: 'Mode' },
];
const inEuros = Object.fromEntries(AMOUNTS.map(({ name }) => [name, (row: Row) => <Money of={row[name]} />]));

export const assets = definePage({
  path: '/folders/:folder/assets',
  title: 'assets',
  operations: ['folder.show', 'exercise.list', 'asset.search'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const last = lastOf(await call('exercise.list', own), visit.today);
    const startDate = query.startDate || last.startDate;
    const endDate = query.endDate || last.endDate;
    const { q, hasAlert } = query;
    const [list, alerts] = await Promise.all([
      call('asset.search', { ...own, q, hasAlert, page: query.page, startDate, endDate }),
      call('asset.search', { ...own, startDate, endDate, hasAlert: true, limit: 20 }),
    ]);
    const page = ({ Id }: Row) => `${at}/assets/${Id}`;
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
            columns={[...ABOUT, ...METHOD, ...AMOUNTS]}
            cells={{ ...inEuros, EconomicMethod: ({ EconomicMethod }) => <Value of={EconomicMethod} /> }}
            links={{ Name: page }}
          />
          <h2>{wordsOf.alerts[language]}</h2>
          <Listing of={alerts} columns={ABOUT} links={{ Name: page }} />
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
