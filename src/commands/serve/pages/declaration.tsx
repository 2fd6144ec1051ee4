import { type Answer, type Attempt, definePage, isAnswer } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { ProblemPart } from './parts/layout.tsx';
import { State, Value } from './parts/state.tsx';
import { Blocks, blocksOf, Listing, type Row, rows } from './parts/table.tsx';
import { address, dayOf, useView, useWord } from './parts/view.ts';

export const declaration = definePage({
  path: '/folders/:folder/declarations/:type/:end',
  title: 'declarations',
  operations: [
    'folder.show',
    'exercise.list',
    'declaration.list',
    'declaration.history',
    'declaration.form.show',
    'declaration.value.show',
    'declaration.value.change',
    'declaration.publish',
    'declaration.send',
  ],
  render: async (visit) => {
    const { call, attempt, params, language, query } = visit;
    const { folderId, crumbs } = await inFolder(visit);
    const { type = '', end = '' } = params;
    const own = { accountingFolderId: folderId };
    const of = { ...own, endDate: end, declarationType: type };
    const asked = query.refresh ? await attempt('declaration.list', { ...own, refreshData: true }) : undefined;
    const [list, history, exercises, form, values] = await Promise.all([
      call('declaration.list', own),
      call('declaration.history', of),
      call('exercise.list', own),
      type === 'Liasse' ? attempt('declaration.form.show', { ...of, filledOnly: true }) : undefined,
      attempt('declaration.value.show', of),
    ]);
    const [known] = rows(list).filter((row) => row.DeclarationType === type && isOf(row, end));
    const exercise = rows(exercises).find(({ EndDate }) => EndDate === end);
    const start = known?.DateDebut ?? exercise?.StartDate;
    const paper = form && isAnswer(form) ? { form, blocks: await blocksOf(form, language) } : undefined;
    return {
      title: `${type} ${dayOf(end, language)}`,
      crumbs,
      body: (
        <>
          <div class="tools">
            <State of={known?.Status ?? 'None'} />
            <Ask />
          </div>
          {[asked, form].map((one) => one && !isAnswer(one) && <ProblemPart problem={one} />)}
          {known?.Status === 'Rejected' && <Reasons of={String(known.RejectionReason ?? '')} />}
          <div class="columns">
            <Timeline of={history} pieces={{ ...own, endDate: end, declarationType: type }} />
            <Steps period={{ ...own, StartDate: start, EndDate: end, DeclarationType: type }} values={values} />
          </div>
          {paper && (
            <>
              <p class="tools">
                <a href={address('/get/declaration.form.show', { ...of, as: 'pdf' })}>PDF</a>
              </p>
              <Blocks blocks={paper.blocks} of={paper.form} />
            </>
          )}
        </>
      ),
    };
  },
});

const isOf = ({ DateFin }: Row, end: string): boolean => String(DateFin).startsWith(end) || parisDay(DateFin) === end;

/** The day that it is in Paris at the midnight that a declaration says. */
const parisDay = (instant: unknown): string =>
  typeof instant === 'string' && !Number.isNaN(Date.parse(instant))
    ? new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })
    : '';

/** Asks the channels for what they know: that may take seconds, so only who wants it waits. */
function Ask() {
  const word = useWord();
  return (
    <form method="get">
      <input type="hidden" name="refresh" value="yes" />
      <button type="submit">{word('askChannels')}</button>
    </form>
  );
}

function Reasons({ of }: { of: string }) {
  const word = useWord();
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{word('rejected')}</strong>
      </p>
      {of.split(' ; ').map((reason) => (
        <p>{reason}</p>
      ))}
    </div>
  );
}

type PieceQuery = Readonly<Record<'accountingFolderId' | 'endDate' | 'declarationType', string>>;

function Timeline({ of, pieces }: { of: Answer; pieces: PieceQuery }) {
  const word = useWord();
  const all = rows(of);
  const kinds = ['Ads', 'Acs', 'Ars'].filter((kind) => all.some(({ Status }) => Status === kind));
  const there = all.length > 0 ? ['Sent', ...kinds] : [];
  return (
    <section>
      <h2>{word('history')}</h2>
      <Listing
        of={of}
        columns={['At', 'Kind', 'Status', 'Channel', 'Message']}
        cells={{ Status: ({ Status }) => <State of={Status} />, Message: ({ Message }) => <Value of={Message} /> }}
        empty={word('neverSent')}
      />
      {there.length > 0 && (
        <p class="tools">
          {word('pieces')}
          {there.map((pieceType) => (
            <a href={address('/get/declaration.piece.download', { ...pieces, pieceType })}>{pieceType}</a>
          ))}
        </p>
      )}
    </section>
  );
}

interface StepsProps {
  readonly period: Readonly<Record<string, unknown>>;
  readonly values: Attempt;
}

/** What is declared by hand, one cell at a time, then the sending. */
function Steps({ period: { StartDate, ...period }, values }: StepsProps) {
  const word = useWord();
  const { language } = useView();
  const declared = isAnswer(values) ? rows({ result: (values.result as { Forms: unknown }).Forms }) : [];
  const subject = `${period.DeclarationType} ${dayOf(String(period.EndDate), language)}`;
  return (
    <section>
      <h2>{word('correct')}</h2>
      <p class="note">
        {word('values')}: {declared.map(({ Form: form, Cells }) => `${form} (${Cells})`).join(', ') || word('none')}
      </p>
      <Form run="declaration.value.change" fixed={period} ask={['Form', 'Cell', 'Value']} button={word('keep')} />
      <h2>{word('send')}</h2>
      {StartDate !== undefined && StartDate !== null && (
        <Form
          run="declaration.publish"
          fixed={{ ...period, StartDate, DeclarationSourceType: 'Platform' }}
          button={word('sendA')}
        />
      )}
      <Form run="declaration.send" fixed={{ ...period, Sujet: subject }} button={word('sendB')} />
    </section>
  );
}
