/** The forms as printed: what was typed is marked, with what was computed beside; a cell explains itself. */
import type { Answer } from '../page.ts';
import { type Attempt, isAnswer } from '../page.ts';
import { entryNamed, Form, Meanwhile } from '../parts/form.tsx';
import { useHeld } from '../parts/held.ts';
import { ProblemPart } from '../parts/layout.tsx';
import { CellOpener, type Paper, type PaperCell, PaperPart } from '../parts/paper.tsx';
import { Money, State } from '../parts/state.tsx';
import { Listing } from '../parts/table.tsx';
import { address, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';
import type { Step } from './return.tsx';

interface Cell extends PaperCell {
  readonly IsTypedOver: boolean;
}

interface Held {
  readonly Boxes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly Exact: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The cell that the address is about: `_3310CA3.FP`. */
interface Chosen {
  readonly code: string;
  readonly zone: string;
}

const chosenOf = (text: string | undefined): Chosen | undefined => {
  const [, code, zone] = /^(\w+)\.(\w+)$/.exec(text ?? '') ?? [];
  return code && zone ? { code, zone } : undefined;
};

export async function formStep({ visit, place, procedureId, here, isDraft }: Step) {
  const { call, attempt, query, language } = visit;
  const of = { accountingFolderId: place.folderId, procedureId };
  const cell = chosenOf(query.cell);
  const filledOnly = query.all === undefined;
  const shown = await call('vat.form.show', { ...of, filledOnly });
  const [data, why] = await Promise.all([
    call('vat.procedure.data', of),
    cell && attempt('vat.form.explain', { ...of, box: cell.zone }),
  ]);
  const { Forms: papers, Warnings } = shown.result as {
    readonly Forms: readonly Paper<Cell>[];
    readonly Warnings: string[];
  };
  const held = data.result as Held;
  const desk: Desk = { here, held, cell, isDraft, all: query.all };
  const fixed = { enterpriseId: place.folderId, procedureId };
  return (
    <>
      <p class="tools">
        <a href={address('/get/vat.form.show', { ...of, as: 'pdf' })}>PDF</a>
        <a href={address('/get/vat.form.show', { ...of, as: 'xlsx' })}>XLSX</a>
        <a href={address(here, { step: 'form', all: filledOnly ? 'yes' : undefined })}>
          {wordsOf[filledOnly ? 'everyLine' : 'filledLines'][language]}
        </a>
        {isDraft && <Form run="vat.procedure.recompute" fixed={of} button={wordsOf.recompute[language]} />}
      </p>
      {Warnings.map((warning) => (
        <p>
          <State of="warning" /> {warning}
        </p>
      ))}
      <div class="desk">
        <div>
          {papers.map((paper) => (
            <PaperPart
              {...{ paper }}
              draw={(cell) => <CellPart {...{ cell, desk, fixed }} code={codeOf(paper.Form)} />}
            />
          ))}
        </div>
        <section class="choose">
          {why ? <Why {...{ why, at: place.at }} /> : <p class="note none">{wordsOf.chooseCell[language]}</p>}
        </section>
      </div>
    </>
  );
}

interface Desk {
  readonly here: string;
  readonly held: Held;
  readonly cell: Chosen | undefined;
  readonly isDraft: boolean;
  readonly all: string | undefined;
}

/** `3310CA3` on paper is `_3310CA3` in what operations take. */
const codeOf = (form: string): string => (/^\d/.test(form) ? `_${form}` : form);

interface CellProps {
  readonly cell: Cell;
  readonly code: string;
  readonly desk: Desk;
  readonly fixed: Readonly<Record<string, unknown>>;
}

/** A value that opens itself; the one that is open takes another. */
function CellPart({ cell, code, desk, fixed }: CellProps) {
  const { Zone, Value, IsTyped } = cell;
  const { may } = useView();
  const { here, all, held, isDraft } = desk;
  const href = address(here, { step: 'form', cell: `${code}.${Zone}`, all });
  const isOpen = desk.cell?.code === code && desk.cell.zone === Zone;
  if (isOpen && isDraft && may(entryNamed(SET)))
    return <OpenCell {...{ cell, code, held }} fixed={{ ...fixed, FormCode: code, Zone }} back={href} />;
  return (
    <>
      <CellOpener {...{ Value, IsTyped, href }} title={Zone} />
      <Computed {...{ held, code, Zone, IsTyped }} />
    </>
  );
}

const SET = 'vat.procedure.box.set';

interface OpenProps extends Pick<CellProps, 'cell' | 'code' | 'fixed'> {
  readonly held: Held;
  readonly back: string;
}

function OpenCell({ cell: { Zone, Value, IsTyped }, code, held, fixed, back }: OpenProps) {
  const word = useWord();
  const { failure } = useView();
  const { was, meanwhile } = useHeld(SET, fixed, { Value });
  return (
    <form method="post" action={`/do/${SET}`}>
      {Object.entries({ ...fixed, _back: back, _was: was }).map(([name, value]) => (
        <input type="hidden" {...{ name }} value={String(value)} />
      ))}
      <input
        name="Value"
        class="cell"
        aria-label={`${Zone} ${word('typed')}`}
        autofocus
        size={9}
        value={String(failure?.values.Value ?? Value ?? '')}
      />
      <button type="submit">{word('keep')}</button>
      <Meanwhile text={meanwhile('Value')} />
      <Computed {...{ held, code, Zone, IsTyped }} />
    </form>
  );
}

/** What the books say, where a person said something else. */
function Computed({ held, code, Zone, IsTyped }: { held: Held; code: string } & Pick<Cell, 'Zone' | 'IsTyped'>) {
  const word = useWord();
  const exact = held.Exact[code]?.[Zone];
  if (!IsTyped || exact === undefined) return null;
  return (
    <small class="note">
      {' '}
      {word('computed')} <Money of={exact} />
    </small>
  );
}

interface Figure {
  readonly Zone: string;
  readonly Line: string;
  readonly Label: string;
  readonly Value: number | string | null;
  readonly Exact: string | null;
  readonly Rule: string | null;
  readonly Formula: string | null;
  readonly Parts: readonly Readonly<Record<string, string | number | null>>[];
  readonly Lines: readonly Readonly<Record<string, string | number | null>>[];
}

const MOST_LINES = 50;

/** Where a value comes from, down to the entries. */
function Why({ why, at }: { why: Attempt; at: string }) {
  const word = useWord();
  if (!isAnswer(why)) return <ProblemPart problem={why} />;
  const { Figures } = why.result as { readonly Figures: readonly Figure[] };
  return (
    <>
      {Figures.map((figure) => (
        <section>
          <h2>
            {figure.Line} {figure.Label} <span class="count">{figure.Zone}</span>
          </h2>
          <p>
            <b>{figure.Value}</b>{' '}
            {figure.Exact !== null && (
              <span class="note">
                {word('computed')} <Money of={Number(figure.Exact)} />
              </span>
            )}
          </p>
          <p class="note">{[figure.Rule, figure.Formula].filter(Boolean).join(' ')}</p>
          {figure.Parts.length > 0 && (
            <Listing
              of={only(why, figure.Parts)}
              columns={Object.keys(figure.Parts[0] ?? {}).map((name) => ({ name }))}
            />
          )}
          {figure.Lines.length > 0 && (
            <Listing
              of={only(why, figure.Lines.slice(0, MOST_LINES))}
              columns={LINES}
              links={{
                Date: ({ EntryId }) => `${at}/entries/${EntryId}`,
                Reference: ({ EntryId }) => `${at}/entries/${EntryId}`,
              }}
            />
          )}
          {figure.Lines.length > MOST_LINES && (
            <p class="note">
              {MOST_LINES} {word('of')} {figure.Lines.length}
            </p>
          )}
        </section>
      ))}
    </>
  );
}

const LINES = [
  { name: 'Date', fr: 'Date', type: 'day' },
  { name: 'Journal', fr: 'Journal' },
  { name: 'Reference', fr: 'Pièce' },
  { name: 'AccountNumber', fr: 'Compte' },
  { name: 'ThirdParty', fr: 'Tiers' },
  { name: 'Amount', fr: 'Montant', type: 'amount' },
] as const;

const only = (answer: Answer, result: unknown): Answer => ({ ...answer, result });
