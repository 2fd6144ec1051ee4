/** One declaration: what happened to it, why it was rejected, its forms down to accounts, its settings, its sending. */
import type { Problem } from '../../../program/problem.ts';
import { type Answer, type Attempt, definePage, type Inputs, isAnswer, type Visit } from '../page.ts';
import { Fold } from '../parts/fold.tsx';
import { declarationAt, inFolder, midnightDay } from '../parts/folder.ts';
import { entryNamed, Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { Soon } from '../parts/soon.tsx';
import { State, Value } from '../parts/state.tsx';
import { Listing, one, type Row, rows } from '../parts/table.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';
import { Desk, Papers, type Place } from './form.tsx';

const OPERATIONS = [
  'folder.show',
  'exercise.list',
  'declaration.list',
  'declaration.history',
  'declaration.form.show',
  'declaration.explain',
  'declaration.value.show',
  'declaration.value.add',
  'declaration.value.change',
  'declaration.settings.show',
  'declaration.settings.update',
  'declaration.publish',
  'declaration.send',
] as const;

export const declaration = definePage({
  path: '/folders/:folder/declarations/:type/:end',
  title: 'declarations',
  operations: OPERATIONS,
  render: async (visit) => {
    const { attempt, params, language, query } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { type = '', end = '' } = params;
    const own = { accountingFolderId: folderId };
    const asked = query.refresh ? await attempt('declaration.list', { ...own, refreshData: true }) : undefined;
    const found = await read(visit, { ...own, endDate: end, declarationType: type });
    const { known, exercise, form, why, values, settings } = found;
    const reasons = String((known?.Status === 'Rejected' && known.RejectionReason) || '');
    const start = known?.DateDebut ?? exercise?.StartDate;
    const period = { ...own, EndDate: end, DeclarationType: type };
    const place: Place = {
      at,
      here: declarationAt(folderId, type, end),
      period,
      exercise: exercise && { from: String(exercise.StartDate), to: String(exercise.EndDate) },
      before: found.before && declarationAt(folderId, type, found.before.EndDate),
    };
    return {
      title: `${type} ${dayOf(end, language)}`,
      crumbs,
      body: (
        <>
          <div class="tools">
            <State of={known?.Status ?? 'None'} />
            <Ask />
          </div>
          {asked && !isAnswer(asked) && <ProblemPart problem={forPage(asked)} />}
          {known?.Status === 'Rejected' && <Reasons of={reasons} here={place.here} />}
          <div class="columns">
            <Timeline of={found.history} pieces={{ ...own, endDate: end, declarationType: type }} />
            <Steps
              period={{ ...period, StartDate: start }}
              {...{ values, settings }}
              missing={{ ...cellIn(reasons), ...missingIn(form) }}
            />
          </div>
          <section id="forms" class="forms">
            {form ? (
              <Filled of={form} {...{ place, why }} piece={{ ...own, endDate: end, declarationType: type }} />
            ) : (
              <Desk>
                <Soon text={wordsOf.formsComing[language]} />
              </Desk>
            )}
          </section>
        </>
      ),
    };
  },
});

interface FilledProps {
  readonly of: Attempt;
  readonly place: Place;
  readonly why: Attempt | undefined;
  readonly piece: Key;
}

/** The forms and their files, or why there are none. */
function Filled({ of, place, why, piece }: FilledProps) {
  if (!isAnswer(of)) return <ProblemPart problem={forPage(of)} />;
  return (
    <>
      <p class="tools">
        {(['pdf', 'xlsx'] as const).map((as) => (
          <a href={address('/get/declaration.form.show', { ...piece, as })}>{as.toUpperCase()}</a>
        ))}
      </p>
      <Papers {...{ of, place, why }} />
    </>
  );
}

/** The command that a hint gives is the form below; what each value may be stays. */
function forPage({ hint = '', ...problem }: Problem): Problem {
  const said = hint.split('\n').filter((line) => !line.includes('| taxops'));
  return { ...problem, hint: said.join(' ') };
}

/** The first cell that the books do not give. */
function missingIn(form: Attempt | undefined): Readonly<Record<string, string | undefined>> {
  if (!form || isAnswer(form) || form.code !== 'ValuesMissing') return {};
  const [, Form, Cell] = /Forms\.(\w+)\.Cells\.(\w+)/.exec(form.detail) ?? [];
  const [, Fact] = /Facts\.(\w+)/.exec(form.detail) ?? [];
  return { Form, Cell, Fact };
}

type Key = Readonly<Record<'accountingFolderId' | 'endDate' | 'declarationType', string>>;

/** A liasse takes the books whole, balances of every third party and assets: the page does not wait for it. */
const isDeferred = (type: string, query: Visit['query']): boolean =>
  type === 'Liasse' && !['now', 'form', 'cell', 'all'].some((name) => name in query);

/** What the page shows; of what cannot be built yet the rest is shown. */
async function read({ call, attempt, query }: Visit<(typeof OPERATIONS)[number]>, of: Key) {
  const { accountingFolderId, endDate, declarationType: type } = of;
  const own = { accountingFolderId };
  const isLiasse = type === 'Liasse';
  const [list, history, exercises, form, values, why] = await Promise.all([
    call('declaration.list', own),
    call('declaration.history', of),
    call('exercise.list', own),
    isDeferred(type, query)
      ? undefined
      : attempt('declaration.form.show', { ...of, filledOnly: query.all === undefined }),
    attempt('declaration.value.show', of),
    query.cell && isLiasse ? attempt('declaration.explain', { ...own, endDate, cell: query.cell }) : undefined,
  ]);
  const all = rows(exercises).toSorted((a, b) => String(a.EndDate).localeCompare(String(b.EndDate)));
  const at = all.findIndex((one) => String(one.StartDate) <= endDate && endDate <= String(one.EndDate));
  const exercise = all[at];
  const settings =
    exercise &&
    (await attempt('declaration.settings.show', { ...own, startDate: exercise.StartDate, endDate: exercise.EndDate }));
  const [known] = rows(list).filter((row) => row.DeclarationType === type && midnightDay(row.DateFin) === endDate);
  return { known, history, exercise, before: all[at - 1], form, values, why, settings };
}

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

/** `2058A 156 WE = 0 : …`: form, code, cell. */
function cellIn(reason: string): { readonly Form: string; readonly Cell: string } | undefined {
  const [, Form, Cell] = /^(\d{4}\w*) \w+ ([A-Z]{2})\b/.exec(reason) ?? [];
  return Form && Cell ? { Form, Cell } : undefined;
}

function Reasons({ of, here }: { of: string; here: string }) {
  const word = useWord();
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{word('rejected')}</strong>
      </p>
      {of.split(' ; ').map((reason) => {
        const cell = cellIn(reason);
        const text = cell ? (
          <a href={address(here, { form: cell.Form, cell: `${cell.Form}.${cell.Cell}` })}>{reason}</a>
        ) : (
          reason
        );
        return <p>{text}</p>;
      })}
    </div>
  );
}

function Timeline({ of, pieces }: { of: Answer; pieces: Key }) {
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
            <a href={address('/get/declaration.piece.download', { ...pieces, pieceType })}>
              {pieceType === 'Sent' ? word('sentFile') : pieceType.toUpperCase()}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

interface StepsProps {
  readonly period: Readonly<Record<string, unknown>>;
  readonly values: Attempt;
  readonly settings: Attempt | undefined;
  readonly missing: ReturnType<typeof missingIn>;
}

/** What is declared by hand, one cell at a time, the settings, then the sending. */
function Steps({ period: { StartDate, ...period }, values, settings, missing }: StepsProps) {
  const word = useWord();
  const { language, may } = useView();
  const declared = isAnswer(values) ? rows({ result: (values.result as { Forms: unknown }).Forms }) : [];
  const subject = `${period.DeclarationType} ${dayOf(String(period.EndDate), language)}`;
  return (
    <section>
      <h2>{word('correct')}</h2>
      <p class="note">
        {word('values')}
        {language === 'fr' ? ' : ' : ': '}
        {declared.map(({ Form: form, Cells }) => `${form} (${Cells})`).join(', ') || word('none')}
      </p>
      <Form
        run="declaration.value.change"
        fixed={period}
        ask={['Form', 'Cell', 'Value']}
        values={missing}
        button={word('keep')}
      />
      <Facts period={period} isMissing={missing.Fact !== undefined} />
      {settings && isAnswer(settings) && <Settings of={settings} />}
      {may(entryNamed('declaration.send')) && <h2>{word('send')}</h2>}
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

const FACTS = ['LossesLeft', 'LastProfit', 'Turnover', 'GroupTurnover', 'ValueAdded'] as const;

/** What no cell says of the company; a fact that is left empty stays as it is. */
function Facts({ period, isMissing }: { period: Inputs; isMissing: boolean }) {
  const word = useWord();
  return (
    <Fold run="declaration.value.add" title={word('otherFacts')} isOpen={isMissing}>
      <Form run="declaration.value.add" fixed={period} button={word('keep')}>
        <div class="fields">
          <label>
            {word('CapitalPaidAndHeldByPersons')}
            <select name="Facts.CapitalPaidAndHeldByPersons">
              <option value="" />
              <option value="true">{word('yes')}</option>
              <option value="false">{word('no')}</option>
            </select>
          </label>
          {FACTS.map((name) => (
            <label>
              {word(name)}
              <input name={`Facts.${name}`} inputmode="numeric" />
            </label>
          ))}
        </div>
      </Form>
    </Fold>
  );
}

const SETTINGS = [
  'DisableReadOnlyForms',
  'DisableReadOnlyPayloadFields',
  'AllowSendingDeclarationWithFscpError',
] as const;

/** What of the period is allowed besides; all of it is said at once, for what is left out is refused again. */
function Settings({ of }: { of: Answer }) {
  const word = useWord();
  const held: Row = one(of);
  const days = { StartDate: midnightDay(held.StartDate), EndDate: midnightDay(held.EndDate) };
  return (
    <Fold run="declaration.settings.update" title={word('periodSettings')}>
      <Form
        run="declaration.settings.update"
        fixed={{ accountingFolderId: held.AccountingFolderId, ...days }}
        ask={SETTINGS}
        held={Object.fromEntries(SETTINGS.map((name) => [name, held[name]]))}
        button={word('keep')}
      />
    </Fold>
  );
}
