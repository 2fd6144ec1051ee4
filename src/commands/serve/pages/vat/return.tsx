/** A VAT return, step by step: framing, form, controls, sending, receipt. */
import { definePage, isAnswer, type Visit } from '../page.ts';
import { type InFolder, inFolder } from '../parts/folder.ts';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { State } from '../parts/state.tsx';
import { Blocks, blocksOf, Listing, rows } from '../parts/table.tsx';
import { address, dayOf } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';
import { formStep } from './form.tsx';
import { framingStep } from './framing.tsx';

const OPERATIONS = [
  'folder.show',
  'vat.procedure.show',
  'vat.procedure-group.show',
  'vat.form.show',
  'vat.form.explain',
  'vat.procedure.data',
  'vat.procedure.box.set',
  'vat.procedure.recompute',
  'vat.form.framing.by-rate',
  'vat.form.framing.by-account',
  'vat.form.framing.cell.list',
  'vat.form.framing.cell.set',
  'vat.form.framing.cell.unset',
  'vat.procedure.validate',
  'vat.procedure.controls',
  'vat.form.proposal',
  'vat.form.follow-up',
  'vat.procedure.notices',
  'vat.procedure.send',
  'vat.procedure.close',
  'vat.procedure.reopen',
  'job.run',
] as const;

/** What each step reads and where it is. */
export interface Step {
  readonly visit: Visit<(typeof OPERATIONS)[number]>;
  readonly place: InFolder;
  readonly procedureId: string;
  /** The page of the return, without its step. */
  readonly here: string;
  readonly isDraft: boolean;
  /** The return itself. */
  readonly procedure: Procedure;
}

interface Procedure {
  readonly Status: { readonly Status: string };
  readonly ProcedureGroupId: number;
  readonly SentAt: string | null;
  readonly SendingChannel: { readonly Value: string };
  readonly DeclaredAmount: number | null;
  readonly PaidAmount: number | null;
  readonly CanGenerateOd: boolean;
  readonly ReceiveContentInfos: readonly Readonly<Record<string, unknown>>[];
}

interface Period {
  readonly BeginDate: string;
  readonly EndDate: string;
}

const STEPS = {
  framing: framingStep,
  form: formStep,
  controls: controlsStep,
  send: sendStep,
  receipt: receiptStep,
} as const;

type StepName = keyof typeof STEPS;

const isStep = (name: string | undefined): name is StepName => name !== undefined && Object.hasOwn(STEPS, name);

export const vatReturn = definePage({
  path: '/folders/:folder/vat/:procedure',
  title: 'vat',
  operations: OPERATIONS,
  render: async (visit) => {
    const { call, params, query, language } = visit;
    const place = await inFolder(visit);
    const { folderId, at, crumbs } = place;
    const procedureId = params.procedure ?? '';
    const shown = await call('vat.procedure.show', { enterpriseId: folderId, procedureId });
    const procedure = shown.result as Procedure;
    const status = procedure.Status.Status;
    const here = `${at}/vat/${procedureId}`;
    const step = isStep(query.step) ? query.step : 'form';
    const isDraft = status === 'Draft';
    const [group, body] = await Promise.all([
      call('vat.procedure-group.show', { enterpriseId: folderId, procedureGroupId: procedure.ProcedureGroupId }),
      STEPS[step]({ visit, place, procedureId, here, isDraft, procedure }),
    ]);
    const { BeginDate, EndDate } = group.result as Period;
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    return {
      crumbs: [...crumbs, [`${at}/vat`, word('vat')]],
      title: `${word('vat')} ${dayOf(BeginDate, language)} – ${dayOf(EndDate, language)}`,
      body: (
        <>
          <nav class="tabs" aria-label={word('steps')}>
            {(Object.keys(STEPS) as StepName[]).map((name, place) => (
              <a href={address(here, { step: name })} aria-current={name === step ? 'step' : undefined}>
                {place + 1}. {word(`step_${name}`)}
              </a>
            ))}
            <State of={status} />
          </nav>
          {body}
        </>
      ),
    };
  },
});

async function controlsStep({ visit: { call, language }, place, procedureId, here }: Step) {
  const of = { accountingFolderId: place.folderId, procedureId };
  const [report, controls] = await Promise.all([
    call('vat.procedure.validate', of),
    call('vat.procedure.controls', of),
  ]);
  const isBlocked = rows(controls).some(({ Severity }) => Severity === 'blocking');
  const IsValid = !isBlocked && (report.result as { readonly IsValid: boolean }).IsValid;
  const [, ...blocks] = await blocksOf(report, language); // its verdict is of the books alone
  return (
    <>
      <p>
        <State of={IsValid ? 'Ok' : 'Refused'} /> {wordsOf[IsValid ? 'nothingBlocks' : 'blocks'][language]}
      </p>
      <Blocks blocks={blocks} of={report} />
      <h2>{wordsOf.formControls[language]}</h2>
      <Listing
        of={controls}
        cells={{ Severity: ({ Severity }) => <State of={Severity} />, Message: ({ Message }) => <>{Message}</> }}
        links={{
          Zones: ({ Form: form, Zones }) =>
            address(here, { step: 'form', cell: `_${form}.${String(Zones).split(/[ ,]/)[0]}` }),
        }}
        empty={wordsOf.noControl[language]}
      />
      {!IsValid && (
        <p>
          <a href={`${place.at}/vat/accounts`}>{wordsOf.vatAccounts[language]}</a>
        </p>
      )}
    </>
  );
}

async function sendStep({ visit, place, procedureId, here, isDraft, procedure }: Step) {
  const { call, attempt, language, writes } = visit;
  const { folderId } = place;
  const of = { enterpriseId: folderId, procedureId };
  const [proposal, closing] = await Promise.all([
    call('vat.form.proposal', { accountingFolderId: folderId, procedureId }),
    // The entry is drawn up by the operation that writes it, which is not for who only reads.
    writes ? attempt('vat.procedure.close', { ...of, dryRun: true }) : undefined,
  ]);
  const [proposed] = rows(proposal);
  const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
  return (
    <>
      <p class="tools">
        <a href={address('/get/vat.form.show', { accountingFolderId: folderId, procedureId, as: 'pdf' })}>
          {word('draftPdf')}
        </a>
        <a href={address('/get/vat.procedure.workpaper', of)}>{word('workpaper')}</a>
      </p>
      {isDraft ? (
        <Form
          run="vat.procedure.send"
          fixed={of}
          ask={['activateTestMode', 'shouldGenerateODAutomaticaly']}
          values={{ activateTestMode: 'true' }}
          button={word('send')}
          after={address(here, { step: 'receipt' })}
        />
      ) : (
        <p class="note">{word('alreadySent')}</p>
      )}
      {proposed?.ShouldPropose === true && (
        <section>
          <h2>{word('proposed')}</h2>
          <Listing of={proposal} columns={['Kind', 'CreditAmount', 'DepositAmount']} />
          <Form
            run="vat.form.follow-up"
            fixed={{ accountingFolderId: folderId, procedureId }}
            ask={['Amount']}
            types={{ Amount: 'number' }}
            values={{ Amount: proposed.Kind === 'Credit' ? proposed.CreditAmount : proposed.DepositAmount }}
          />
        </section>
      )}
      {closing && (
        <section>
          <h2>{word('closing')}</h2>
          {isAnswer(closing) ? (
            <>
              <Blocks blocks={await blocksOf(closing, language)} of={closing} />
              {procedure.CanGenerateOd && <Form run="vat.procedure.close" fixed={of} />}
            </>
          ) : (
            <ProblemPart problem={closing} />
          )}
        </section>
      )}
    </>
  );
}

/** Channels of which the deposit is kept here. */
const FROM_HERE: readonly string[] = ['DgfipDirect', 'Portal', 'Internal'];

/** What came back, and the way to ask for more; of a test too, which moves the return no further. */
async function receiptStep({ visit: { language, call, operates }, place, procedureId, here, procedure }: Step) {
  const { folderId } = place;
  const of = { enterpriseId: folderId, procedureId };
  const kept = { accountingFolderId: folderId, procedureId };
  const status = procedure.Status.Status;
  const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
  const shown = await call('vat.procedure.show', of);
  const { ReceiveContent } = shown.result as { readonly ReceiveContent: readonly string[] };
  const isFromHere = FROM_HERE.includes(procedure.SendingChannel.Value);
  const isTest = procedure.SentAt === null && isFromHere;
  const hasNotice = ReceiveContent.length > 0;
  const said = hasNotice ? await call('vat.procedure.notices', kept) : undefined;
  const files = [
    isFromHere ? [['Sent', 'sentFile'] as const] : [],
    hasNotice ? [['Received', 'receivedNotices'] as const] : [],
  ].flat();
  return (
    <>
      <p>
        <State of={status} />{' '}
        {procedure.SentAt === null ? word(isTest ? 'testSent' : 'neverSent') : dayOf(procedure.SentAt, language)}
      </p>
      <Listing
        of={{ ...shown, result: procedure.ReceiveContentInfos }}
        empty={word(isTest && hasNotice ? 'testAnswered' : 'noNotice')}
        isPart
      />
      {said && (
        <>
          <h2>{word('receivedNotices')}</h2>
          <Listing of={said} cells={{ Verdict: ({ Verdict }) => Verdict && <State of={Verdict} /> }} />
        </>
      )}
      {files.length > 0 && (
        <p class="tools">
          {word('pieces')}
          {files.map(([fileType, name]) => (
            <a href={address('/get/vat.procedure.edi', { ...kept, fileType, as: 'file' })}>{word(name)}</a>
          ))}
        </p>
      )}
      {isFromHere && operates && (
        <Form
          run="job.run"
          fixed={{ job: 'poll-notices', scope: `folder:${folderId}` }}
          button={word('askChannels')}
          back={address(here, { step: 'receipt' })}
        />
      )}
      {status === 'Rejected' && <Form run="vat.procedure.reopen" fixed={of} />}
    </>
  );
}
