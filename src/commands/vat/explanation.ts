/** Why a figure of a return is what it is, and receipts beside debits: on the wire and at a terminal. */
import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import type { ComparedReturn } from '../../services/vat/compare.ts';
import type { ExplainedFigure } from '../../services/vat/explain.ts';
import type { Block } from '../operation/operation.ts';
import { date, eurosText, int, maybe, text, words } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';
import { Box, decimal, formCode, wholeEuros } from './boxes-wire.ts';

const part = { Zone: text('Zone'), Line: text('Ligne'), Label: words('Libellé') };
const period = { StartDate: date('Début'), EndDate: date('Fin'), Form: formCode() };

export const VatExplanations = z
  .object({
    Figures: z.array(
      z.object({
        ...period,
        ...part,
        Value: Box,
        Exact: maybe(eurosText('Valeurs exactes')).describe('Before rounding, when lines feed the box'),
        Rule: words(),
        Formula: maybe(text()),
        Parts: z.array(z.object({ ...part, Value: wholeEuros('Montant') })),
        Lines: headed(
          z.array(
            z.object({
              EntryId: int('Écriture'),
              LineId: int('Ligne'),
              Date: date('Date'),
              Journal: text('Journal'),
              Reference: text('Référence'),
              AccountNumber: text('Compte'),
              ThirdParty: maybe(text('Tiers')),
              Amount: eurosText('Montant'),
            }),
          ),
          'Lignes',
        ),
      }),
    ),
  })
  .meta({ id: 'VatExplanations' });

export const VatComparison = z
  .object({
    Periods: z.array(
      z.object({
        ...period,
        Compared: z.array(
          z.object({
            ...part,
            OnReceipts: wholeEuros('Encaissements'),
            OnDebits: wholeEuros('Débits'),
            Difference: wholeEuros('Écart'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'VatComparison' });

const span = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }, language: Language) =>
  [startDate, endDate].map((day) => (language === 'fr' ? day.split('-').reverse().join('/') : day)).join(' - ');

export function* explanationView(figures: readonly ExplainedFigure[], language: Language): Generator<Block> {
  for (const figure of figures) {
    const { form, zone, line, label, value, exact, rule, formula, parts, lines } = figure;
    const before = exact === undefined ? '' : ` (${decimal(formatAmount(exact), language)})`;
    const head = `${form} ${[line, zone].filter(Boolean).join(' ')}  ${label[language]} = ${value}${before}`;
    yield {
      kind: 'text',
      text: [
        `${head}  [${span(figure, language)}]`,
        `  ${rule[language]}`,
        ...(formula ? [`  ${zone} = ${formula}`] : []),
      ].join('\n'),
    };
    if (parts.length > 0) {
      yield {
        kind: 'table',
        columns: [
          { name: 'Line', fr: 'Ligne' },
          { name: 'Zone' },
          { name: 'Label', fr: 'Libellé', type: 'sentence' },
          { name: 'Value', fr: 'Montant', type: 'amount' },
        ],
        rows: parts.map((one) => [one.line, one.zone, one.label[language], String(one.value)]),
      };
    }
    if (lines.length > 0) {
      yield {
        kind: 'table',
        columns: [
          { name: 'Date', fr: 'Date', type: 'day' },
          { name: 'Journal', fr: 'Journal' },
          { name: 'EntryId', fr: 'Écriture' },
          { name: 'Reference', fr: 'Pièce', type: 'sentence' },
          { name: 'ThirdParty' },
          { name: 'AccountNumber', fr: 'Compte' },
          { name: 'Amount', fr: 'Montant', type: 'amount' },
        ],
        rows: lines.map((one) => [
          one.date,
          one.journal,
          one.entryId,
          one.reference,
          one.thirdParty,
          one.accountNumber,
          formatAmount(one.amount),
        ]),
      };
    }
  }
}

export function* comparisonView(periods: readonly ComparedReturn[], language: Language): Generator<Block> {
  for (const compared of periods) {
    yield { kind: 'text', text: `${compared.form}  ${span(compared, language)}` };
    yield {
      kind: 'table',
      columns: [
        { name: 'Line', fr: 'Ligne' },
        { name: 'Label', fr: 'Libellé', type: 'sentence' },
        { name: 'OnReceipts', fr: 'Encaissements', type: 'amount' },
        { name: 'OnDebits', fr: 'Débits', type: 'amount' },
        { name: 'Difference', fr: 'Écart', type: 'amount' },
      ],
      rows: compared.compared.map((one) => [
        one.line || one.zone,
        one.label[language],
        ...[one.onReceipts, one.onDebits, one.difference].map(String),
      ]),
    };
  }
}
