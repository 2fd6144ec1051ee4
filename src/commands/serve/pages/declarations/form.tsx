/** The forms of a declaration as printed, one at a time: a cell opens what it is made of, and takes another value. */
import type { Child } from 'hono/jsx';
import { type Answer, type Attempt, isAnswer } from '../page.ts';
import { linesOf } from '../parts/folder.ts';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { CellOpener, type Paper, type PaperCell, PaperPart, useCellText } from '../parts/paper.tsx';
import { Money, State, Value } from '../parts/state.tsx';
import { Listing, listIn, type Row } from '../parts/table.tsx';
import { address, useView, useWord } from '../parts/view.ts';

/** The declaration that the page is about, and the exercise that its figures are of. */
export interface Place {
  readonly at: string;
  /** Of this page. */
  readonly here: string;
  readonly period: Readonly<Record<'accountingFolderId' | 'EndDate' | 'DeclarationType', string>>;
  readonly exercise: { readonly from: string; readonly to: string } | undefined;
  /** Where the year before is. */
  readonly before: string | undefined;
}

interface PaperProps {
  readonly of: Answer;
  readonly place: Place;
  readonly why: Attempt | undefined;
}

export const papersIn = ({ result }: Answer): readonly Paper[] =>
  (result as { readonly Forms: readonly Paper[] }).Forms;

export function Papers({ of, place, why }: PaperProps) {
  const word = useWord();
  const { url } = useView();
  const papers = papersIn(of);
  const query = Object.fromEntries(url.searchParams);
  const paper = papers.find((one) => one.Form === query.form) ?? papers[0];
  if (!paper) return <p class="note none">{word('empty')}</p>;
  const asked = { all: query.all, form: paper.Form };
  const formAt = (about: string) => {
    const form = about.split('.')[0];
    return papers.some((one) => one.Form === form) ? address(place.here, { all: query.all, form }) : undefined;
  };
  return (
    <>
      <nav class="tools" aria-label={word('forms')}>
        {papers.map(({ Form: form }) => (
          <a href={address(place.here, { ...asked, form })} aria-current={form === paper.Form ? 'true' : undefined}>
            {form}
          </a>
        ))}
        <a href={address(place.here, { ...asked, all: query.all ? undefined : 'yes' })}>
          {word(query.all ? 'filledLines' : 'everyLine')}
        </a>
      </nav>
      <Desk
        chosen={query.cell && <Chosen cell={query.cell} {...{ place, why, asked }} held={heldIn(papers, query.cell)} />}
      >
        <PaperPart
          {...{ paper }}
          draw={(cell) => {
            const name = `${paper.Form}.${cell.Zone}`;
            return (
              <CellPart {...{ cell, name }} href={address(place.here, { ...asked, cell: name })} chosen={query.cell} />
            );
          }}
        />
      </Desk>
      <h2>{word('formControls')}</h2>
      <Listing
        of={listIn(of, 'Controls')}
        columns={['Code', 'Level', 'About', { name: 'Message', type: 'sentence' }]}
        cells={{
          Level: ({ Level }) => <State of={Level} />,
          Message: ({ Message }) => withoutCommand(String(Message)),
        }}
        links={{ About: ({ About }) => formAt(String(About)) }}
        empty={word(isDraft(of) ? 'noControl' : 'controlledWhenSent')}
        isPart
      />
    </>
  );
}

/** A form, beside it the cell that was chosen; what does not wait for the form is there before it. */
export function Desk({ children, chosen }: { children: Child; chosen?: Child }) {
  const word = useWord();
  return (
    <div class="desk">
      <div>{children}</div>
      <section class="choose">{chosen || <p class="note none">{word('chooseCell')}</p>}</section>
    </div>
  );
}

/** What was sent is not built again, and nothing is controlled. */
const isDraft = ({ result }: Answer): boolean => (result as { readonly State: string }).State === 'Draft';

/** The command that answers a control on a terminal is the cells of its form here. */
const withoutCommand = (message: string): string => message.replace(/ echo '.*\| taxops .*$/s, '');

type Asked = Readonly<Record<string, string | undefined>>;

interface CellProps {
  readonly cell: PaperCell;
  readonly name: string;
  readonly href: string;
  readonly chosen: string | undefined;
}

/** What is not sent, as the figure of last year, opens nothing. */
function CellPart({ cell: { Zone, Code, Value: value, IsTyped }, name, href, chosen }: CellProps) {
  const text = useCellText(value);
  if (Zone === '') return <>{text}</>;
  return (
    <>
      {Code && <small class="note">{Code} </small>}
      <CellOpener Value={value} {...{ IsTyped, href }} isOpen={name === chosen} />
    </>
  );
}

/** A cell with what its line is called. */
interface HeldCell extends PaperCell {
  readonly label: string;
}

function heldIn(papers: readonly Paper[], name: string): HeldCell | undefined {
  const [form, zone] = name.split('.');
  const found = papers.find((one) => one.Form === form)?.Sections.flatMap(({ Rows }) => Rows) ?? [];
  return found
    .flatMap(({ Label: label, Cells }) => Cells.map((cell) => ({ ...cell, label })))
    .find(({ Zone }) => Zone === zone);
}

interface Explained {
  readonly Form: string;
  readonly Cell: string;
  readonly Label: string;
  readonly Value: string | null;
  readonly Origin: string;
  readonly Formula: string | null;
  readonly Operands: readonly Row[];
  readonly Parts: readonly Row[];
}

interface ChosenProps {
  readonly cell: string;
  readonly place: Place;
  readonly why: Attempt | undefined;
  readonly held: HeldCell | undefined;
  readonly asked: Asked;
}

/** Where the value comes from, down to accounts and assets; then another value for it. */
function Chosen({ cell, place, why, held, asked }: ChosenProps) {
  const word = useWord();
  const [form = '', code = ''] = cell.split('.');
  return (
    <>
      {why &&
        (isAnswer(why) ? <Why of={why} {...{ place, asked }} label={held?.label} /> : <ProblemPart problem={why} />)}
      {!why && <Unexplained {...{ cell, held, place }} />}
      <Form
        run="declaration.value.change"
        fixed={{ ...place.period, Form: form, Cell: code }}
        ask={['Value']}
        held={{ Value: held?.IsTyped ? held.Value : undefined }}
        button={word('keep')}
      />
      {held?.IsTyped && (
        <Form
          run="declaration.value.change"
          fixed={{ ...place.period, Form: form, Cell: code, Value: '' }}
          button={word('takeBack')}
        />
      )}
    </>
  );
}

/** Of the other declarations nothing is traced: what a person typed says so, the rest opens the books it was made from. */
function Unexplained({ cell, held, place: { at, exercise } }: Pick<ChosenProps, 'cell' | 'held' | 'place'>) {
  const word = useWord();
  return (
    <>
      <h2>
        {cell} <span class="count">{held?.label}</span>
      </h2>
      <p class="note">
        {held?.Value && word(held.IsTyped ? 'typedByPerson' : 'computedFromBooks')}{' '}
        {held?.Value && !held.IsTyped && exercise && <a href={linesOf(at, exercise)}>{word('lines')}</a>}
      </p>
    </>
  );
}

interface WhyProps {
  readonly of: Answer;
  readonly place: Place;
  readonly asked: Asked;
  /** As the form says it, in the language of the person. */
  readonly label: string | undefined;
}

function Why({ of, place, asked, label }: WhyProps) {
  const word = useWord();
  const { Form: form, Cell: code, Label, Value: value, Origin, Formula, Operands, Parts } = of.result as Explained;
  return (
    <>
      <h2>
        {form}.{code} <span class="count">{label ?? Label}</span>
      </h2>
      <p>
        <b>{value ?? '·'}</b>{' '}
        <span class="state">
          <Value of={Origin} />
        </span>{' '}
        {Formula && <span class="note">= {Formula}</span>}
      </p>
      {Operands.length > 0 && (
        <Listing
          of={listIn(of, 'Operands')}
          columns={[
            { name: 'Cell', fr: 'Case' },
            { name: 'Value', fr: 'Valeur', type: 'amount' },
          ]}
          links={{ Cell: ({ Cell: name }) => address(place.here, { ...asked, ...opened(String(name), form) }) }}
          isPart
        />
      )}
      {Parts.length > 0 && (
        <Listing
          of={listIn(of, 'Parts')}
          columns={['Kind', 'Name', 'Label', 'Amount']}
          cells={{
            Kind: ({ Kind }) => <Value of={Kind} />,
            Amount: (row) => {
              const href = partAt(row, place);
              return href ? (
                <a {...{ href }}>
                  <Money of={row.Amount} />
                </a>
              ) : (
                <Money of={row.Amount} />
              );
            },
          }}
          links={{ Name: (row) => partAt(row, place) }}
          isPart
        />
      )}
      {Operands.length + Parts.length === 0 && <p class="note">{word('nothingBehind')}</p>}
    </>
  );
}

/** A cell of the formula, which may be of another form. */
const opened = (name: string, form: string) => {
  const cell = name.includes('.') ? name : `${form}.${name}`;
  return { form: cell.split('.')[0], cell };
};

/** What a part opens: the lines of an account over the exercise, an asset, the declaration of the year before. */
const PARTS: Readonly<Record<string, (name: string, place: Place) => string | undefined>> = {
  account: (name, { at, exercise }) => linesOf(at, { account: name.split(' ')[0], ...exercise }),
  asset: (name, { at, exercise }) =>
    address(`${at}/assets`, { startDate: exercise?.from, endDate: exercise?.to, q: `Number:eq:${name}` }),
  loan: (name, { at, exercise }) => linesOf(at, { account: name, ...exercise }),
  lastYear: (_name, { before }) => before,
};

const partAt = ({ Kind, Name }: Row, place: Place): string | undefined => PARTS[String(Kind)]?.(String(Name), place);
