import { definePage, isAnswer } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { ProblemPart } from './parts/layout.tsx';
import { State } from './parts/state.tsx';
import { Blocks, blocksOf, Listing, rows } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

export const declaration = definePage({
  path: '/folders/:folder/declarations/:type/:end',
  title: 'declarations',
  operations: [
    'folder.show',
    'declaration.list',
    'declaration.form.show',
    'declaration.value.show',
    'declaration.send',
  ],
  render: async (visit) => {
    const { call, attempt, params, language } = visit;
    const { folderId, crumbs } = await inFolder(visit);
    const { type, end } = params;
    const own = { accountingFolderId: folderId };
    const of = { ...own, endDate: end, declarationType: type };
    const list = await call('declaration.list', own);
    const hasForm = type === 'Liasse';
    const asked = hasForm ? await attempt('declaration.form.show', { ...of, filledOnly: true }) : undefined;
    const form = asked && isAnswer(asked) ? asked : undefined;
    const blocks = form ? await blocksOf(form, language) : [];
    const [known] = rows(list).filter(
      (row) => row.DeclarationType === type && String(row.DateFin).startsWith(end ?? ''),
    );
    return {
      title: `${type} ${end}`,
      crumbs,
      body: (
        <>
          <p>
            <State of={known?.Status ?? 'None'} />
          </p>
          {known && (
            <Listing
              of={list}
              columns={['Label', 'Status', 'DateEnvoiDGFIP', 'DateRetourDGFIP', 'ChannelBNumeroADS', 'RejectionReason']}
              only={(row) => row.Id === known.Id}
              cells={{ Status: (row) => <State of={row.Status} /> }}
            />
          )}
          <Form
            run="declaration.send"
            fixed={{ ...own, EndDate: end, DeclarationType: type, Sujet: `${type} ${end}` }}
          />
          {asked && !isAnswer(asked) && <ProblemPart problem={asked} />}
          {form && (
            <>
              <p class="tools">
                <a href={address('/get/declaration.form.show', { ...of, as: 'pdf' })}>PDF</a>
                <a href={address('/get/declaration.value.show', { ...of, as: 'page' })}>{wordsOf.values[language]}</a>
              </p>
              <Blocks blocks={blocks} of={form} />
            </>
          )}
        </>
      ),
    };
  },
});
