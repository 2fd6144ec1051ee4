import * as z from 'zod';
import { sendingErrors } from '../../services/declarations/sending/errors.ts';
import { explainLiasseCell } from '../../services/declarations/sending/explain.ts';
import {
  type FormsOnPaper,
  formDocument,
  formsOnPaper,
  PAPER_STATES,
} from '../../services/declarations/sending/forms-on-paper.ts';
import { FORM_FORMATS, FORM_MEDIA, formFile } from '../../services/documents/form-document.ts';
import { filledOnly } from '../../services/forms/paper/paper.ts';
import type { Labels, Language } from '../../services/kernel/errors.ts';
import { paperView } from '../form/view.ts';
import { PaperFormShape } from '../form/wire.ts';
import type { Block } from '../operation/operation.ts';
import { choice, file, maybe, text, words } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { Explanation, explanationView, formAndCell } from './explain.ts';
import { declarationType, declarationTypeName, instantDay, midnight } from './fields.ts';

const Shown = z
  .object({
    DeclarationType: computed(
      headed(declarationTypeName(), 'Déclaration'),
      ({ subject }: FormsOnPaper) => subject.type,
    ),
    StartDate: computed(midnight('Début'), ({ subject }: FormsOnPaper) => subject.period.start),
    EndDate: computed(midnight('Fin'), ({ subject }: FormsOnPaper) => subject.period.end),
    State: choice(PAPER_STATES, 'État'),
    Forms: headed(z.array(PaperFormShape), 'Formulaires'),
    Controls: from(
      'findings',
      z.array(
        z.object({
          Code: text('Code'),
          Level: from('level', choice(['error', 'warning'], 'Niveau')),
          About: text('Formulaire ou compte'),
          Message: words('Message'),
        }),
      ),
    ),
    LastYearGap: from('gap', maybe(words('Exercice précédent'))),
  })
  .meta({ id: 'FormsOnPaper' });

export const formShow = declarationOperation({
  id: 'declaration.form.show',
  summary: {
    en: 'Show the forms of a declaration as on paper',
    fr: 'Montrer les formulaires d’une déclaration comme sur le papier',
  },
  description:
    'As they were sent once they are, as they would be sent now before; failed controls are shown and stop nothing. The forms of the result show the year before and the change. As a file, for the client, in French: marked as a draft until the declaration is accepted; the workbook has a sheet per form and formulas for what follows from other cells.',
  http: { method: 'GET', path: '/forms' },
  cli: {
    examples: [
      'taxops declaration form show --folder 12 --declaration-type Liasse --end-date 2025-12-31',
      'taxops declaration form show --folder 12 --end-date 2025-12-31 --form 2050',
      'taxops declaration form show --folder 12 --end-date 2025-12-31 --explain 2054.KS',
      'taxops declaration form show --folder 12 --end-date 2025-12-31 --output liasse.pdf',
    ],
  },
  query: z.object({
    endDate: instantDay().describe('End of the period'),
    declarationType: declarationType().prefault('Liasse'),
    form: z.string().max(10).optional().describe('Only this form, such as 2050'),
    explain: formAndCell().optional().describe('Where this cell of the liasse comes from, such as 2054.KS, instead'),
    filledOnly: z.boolean().default(false).describe('Without the lines that hold nothing'),
    as: z.enum(FORM_FORMATS).optional().describe('A file; the name of --output tells it too'),
  }),
  output: z.union([Shown, Explanation, file(...FORM_MEDIA)]),
  errors: ['PeriodUnknown', 'TypeNotSendable', 'ValuesMissing', 'FormUnknown', 'CellNotThere'],
  view: (shown, language, answer) =>
    typeof shown === 'object' && 'Origin' in shown ? explanationView(shown) : view(answer as FormsOnPaper, language),
  audited: true,
  run: async (ctx, { folderId, endDate: end, declarationType: type, form, explain, filledOnly: isShort, as }) => {
    if (explain !== undefined && type === 'Liasse') return explainLiasseCell(ctx, { folderId, end }, explain);
    if (explain !== undefined) throw sendingErrors.CellNotThere({ cell: explain });
    const shown = await formsOnPaper(ctx, { folderId, type, end, form });
    const paper = isShort ? { ...shown, forms: shown.forms.map(filledOnly) } : shown;
    const name = ['taxops', shown.subject.folder.siren, type, form, end].filter(Boolean).join('-');
    return as === undefined ? paper : formFile(formDocument(ctx, paper), as, name);
  },
});

function* view({ subject, state, forms, findings, gap }: FormsOnPaper, language: Language): Generator<Block> {
  const { company, folder, period } = subject;
  yield {
    kind: 'text',
    text: `${company.name}  ${folder.name}  ${period.start} - ${period.end}  ${STATES[state][language]}`,
  };
  if (gap) yield { kind: 'text', text: gap[language] };
  for (const form of forms) yield* paperView(form, language);
  if (findings.length === 0) return;
  yield {
    kind: 'table',
    title: CONTROLS[language],
    columns: [{ name: 'Code' }, { name: 'Level' }, { name: 'About' }, { name: 'Message', type: 'sentence' }],
    rows: findings.map(({ code, level, about, message }) => [code, level, about, message[language]]),
  };
}

const CONTROLS: Labels = { en: 'Controls', fr: 'Contrôles' };

const STATES: Readonly<Record<FormsOnPaper['state'], Labels>> = {
  Draft: { en: 'Draft', fr: 'Projet' },
  Filed: { en: 'Filed, not accepted yet', fr: 'Déposée, non encore acceptée' },
  Accepted: { en: 'Accepted', fr: 'Acceptée' },
};
