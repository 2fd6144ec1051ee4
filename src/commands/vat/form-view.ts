/** A simulated return at a terminal: its forms as on paper, then what was moved, dropped and found. */
import type { FormDocument } from '../../services/documents/form-document.ts';
import { filledOnly, type PaperForm, valueForPeople } from '../../services/forms/paper/paper.ts';
import { vatPaper } from '../../services/forms/paper/vat-paper.ts';
import type { VatFinding } from '../../services/forms/vat-controls.ts';
import type { Labels, Language } from '../../services/kernel/errors.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { clampedNegatives } from '../../services/vat/return/fill-return.ts';
import { FARM } from '../../services/vat/return/layout.ts';
import type { SimulatedReturn, Simulation } from '../../services/vat/simulate.ts';
import { paperView } from '../form/view.ts';
import type { Block } from '../operation/operation.ts';
import { issueText } from './issue-text.ts';

/** The forms that hold something, in the order of the return. */
const returnPapers = ({ period, filled }: SimulatedReturn): PaperForm[] =>
  [...filled.forms].flatMap(([form, values]) =>
    values.size === 0
      ? []
      : vatPaper({
          form,
          values,
          millesime: Number(period.endDate.slice(2, 4)),
          period: { start: period.startDate, end: period.endDate },
          typed: new Set(period.userBoxes.get(form)?.keys()),
        }),
  );

/** The returns as a document for the client, in French. */
export const simulationDocument = ({ returns }: Simulation, createdAt: string): FormDocument => ({
  title: 'Déclaration de TVA',
  lines: ['Simulation : non déposée'],
  foot: 'Simulation',
  createdAt,
  language: 'fr',
  mark: 'PROJET',
  forms: returns.flatMap(returnPapers),
});

export function* simulationView({ returns, issues, ...found }: Simulation, language: Language): Generator<Block> {
  for (const made of returns) yield* returnView(made, language);
  const invalid = found.invalidCombinations.map(
    ({ accountNumber, rate, category }) => `${accountNumber} ${category} ${rate}`,
  );
  const notes = [
    ...issues.map((issue) => `! ${issueText(issue)[language]} (${issue.entryId})`),
    ...invalid.map((text) => `! ${INVALID[language]} ${text}`),
    ...found.missingCategories.map((number) => `! ${MISSING[language]} ${number}`),
    ...(returns.some(({ form }) => form === FARM) ? [`! ${TYPED[language]}`] : []),
  ];
  if (notes.length > 0) yield { kind: 'text', text: notes.join('\n') };
  if (found.edi !== undefined) yield { kind: 'text', text: found.edi };
}

const INVALID: Labels = {
  en: 'Left out, its category does not bear its rate:',
  fr: 'Hors déclaration, sa catégorie n’admet pas son taux :',
};
const MISSING: Labels = { en: 'No VAT category:', fr: 'Sans catégorie de TVA :' };
const TYPED: Labels = {
  en: 'Nothing of the entries comes on the yearly return of farms: type its boxes.',
  fr: 'Rien des écritures ne vient sur la déclaration annuelle agricole : saisissez ses zones.',
};
const DUE: Labels = { en: 'due on', fr: 'à déposer le' };

function* returnView(made: SimulatedReturn, language: Language): Generator<Block> {
  const { deadline } = made;
  for (const paper of returnPapers(made)) {
    const until =
      deadline && paper.form === made.form ? `, ${DUE[language]} ${valueForPeople(deadline, language)}` : '';
    yield* paperView(filledOnly(paper), language, until);
  }
  yield* movesView(made, language);
}

const MOVED: Labels = { en: 'Moved negatives', fr: 'Soldes négatifs déplacés' };
const CONTROLS: Labels = { en: 'Controls', fr: 'Contrôles' };
const NO_CONTROL: Labels = { en: 'No control is violated.', fr: 'Aucun contrôle en défaut.' };
const LOST: Labels = { en: 'Dropped', fr: 'Abandonné' };

function* movesView({ filled }: SimulatedReturn, language: Language): Generator<Block> {
  const { moved, adjustments, findings } = filled;
  for (const { zone, amount } of adjustments)
    yield { kind: 'text', text: `${zone} ${amount > 0n ? '+' : ''}${amount} (224)` };
  if (moved.length > 0) {
    yield {
      kind: 'table',
      title: MOVED[language],
      columns: [
        { name: 'From', fr: 'De' },
        { name: 'To', fr: 'Vers' },
        { name: 'Base', fr: 'Base', type: 'amount' },
        { name: 'Tax', fr: 'Taxe', type: 'amount' },
      ],
      rows: moved.map(({ operationZone, baseZone, taxZone, toZone, taxExcluded, vat }) => [
        [operationZone, baseZone, taxZone].filter(Boolean).join(' '),
        toZone,
        formatAmount(taxExcluded),
        formatAmount(vat),
      ]),
    };
  }
  for (const { tag, lostTaxExcluded, lostVat, reason } of clampedNegatives(filled)) {
    yield {
      kind: 'text',
      text: `! ${LOST[language]} ${tag} ${formatAmount(lostTaxExcluded + lostVat)}: ${reason[language]}`,
    };
  }
  yield findings.length === 0 ? { kind: 'text', text: NO_CONTROL[language] } : findingsTable(findings, language);
}

export const findingsTable = (findings: readonly VatFinding[], language: Language): Block => ({
  kind: 'table',
  title: CONTROLS[language],
  columns: [
    { name: 'Severity', fr: 'Gravité' },
    { name: 'Code', fr: 'Code' },
    { name: 'Form', fr: 'Formulaire' },
    { name: 'Zones', fr: 'Zones' },
    { name: 'Message', fr: 'Message', type: 'sentence' },
  ],
  rows: findings.map(({ severity, code, form, zones, message }) => [
    severity,
    code,
    form,
    zones.join(' '),
    message[language],
  ]),
});
