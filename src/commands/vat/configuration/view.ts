/** Configurations as a table: each value with the level that gives it. */
import type { Labels, Language } from '../../../services/kernel/errors.ts';
import type { Aggregator } from '../../../services/vat/configuration/aggregators.ts';
import type { NumberedResult } from '../../../services/vat/configuration/by-number.ts';
import type { AccountConfiguration } from '../../../services/vat/configuration/configuration.ts';
import type { FilledRates } from '../../../services/vat/configuration/fill-rates.ts';
import type { Field, Levels } from '../../../services/vat/configuration/levels.ts';
import type { Block, Cell } from '../../operation/operation.ts';

const LEVELS: Readonly<Record<keyof Levels, Labels>> = {
  user: { en: 'user', fr: 'dossier' },
  account: { en: 'account', fr: 'compte' },
  extended: { en: 'extended chart', fr: 'plan étendu' },
  chart: { en: 'chart', fr: 'plan' },
  system: { en: 'guess', fr: 'déduit' },
};
const TO_VALIDATE: Labels = { en: 'yes', fr: 'oui' };
const NOTE: Labels = {
  en: 'In parentheses the level that gives the value. Set one: taxops vat configuration set --folder FOLDER --account ID',
  fr: 'Entre parenthèses, le niveau qui donne la valeur. En fixer une : taxops vat configuration set --folder DOSSIER --account N°',
};

const valueWithLevel = ({ effective, source }: AccountConfiguration, field: Field, language: Language): Cell => {
  const level = source[field];
  return level && `${effective[field]} (${LEVELS[level][language]})`;
};

export function* configurationsView(
  _: unknown,
  language: Language,
  origin: readonly AccountConfiguration[],
): Generator<Block> {
  yield { ...tableOf(origin, language), note: NOTE[language] };
}

/** One table for each beginning of three digits. */
export function* aggregatorsView(_: unknown, language: Language, origin: readonly Aggregator[]): Generator<Block> {
  for (const { aggregatorAccountNumber: number, aggregatorAccountLabel: label, accounts } of origin)
    yield { ...tableOf(accounts, language), title: `${number} ${label}` };
}

function tableOf(origin: readonly AccountConfiguration[], language: Language): Extract<Block, { kind: 'table' }> {
  return {
    kind: 'table',
    columns: [
      { name: 'AccountId' },
      { name: 'AccountNumber' },
      { name: 'AccountLabel' },
      { name: 'Exigibility' },
      { name: 'VatCategory' },
      { name: 'VatRate' },
      { name: 'RequiresUserValidation' },
    ],
    rows: origin.map((one) => [
      one.accountId,
      one.accountNumber,
      one.accountLabel,
      valueWithLevel(one, 'exigibility', language),
      valueWithLevel(one, 'vatCategory', language),
      valueWithLevel(one, 'vatRate', language),
      one.requiresUserValidation ? TO_VALIDATE[language] : '',
    ]),
  };
}

const BY_HAND: Labels = {
  en: 'The others bear no VAT, have no entry, or have their rate already. Give one by hand: taxops vat configuration set --folder FOLDER --account ID --vat-rate RATE --is-system-generated false',
  fr: 'Les autres sont sans TVA, sans écriture, ou ont déjà leur taux. En donner un à la main : taxops vat configuration set --folder DOSSIER --account N° --vat-rate TAUX --is-system-generated false',
};
const TO_LOOK_AT: ReadonlySet<string | null> = new Set(['NoVatLine', 'AmbiguousRates']);

/** What was filled, and what is left to a person. */
export function* filledRatesView(_: unknown, language: Language, filled: FilledRates): Generator<Block> {
  const { filledCount, skippedCount, accounts } = filled;
  const shown = accounts.filter(({ isFilled, skipReason }) => isFilled || TO_LOOK_AT.has(skipReason));
  yield {
    kind: 'table',
    columns: [{ name: 'FilledCount' }, { name: 'SkippedCount' }],
    rows: [[filledCount, skippedCount]],
  };
  yield {
    kind: 'table',
    columns: ['AccountId', 'AccountNumber', 'AccountLabel', 'DetectedRate', 'SkipReason'].map((name) => ({ name })),
    rows: shown
      .toSorted((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1))
      .map((one) => [one.accountId, one.accountNumber, one.accountLabel, one.detectedRate, one.skipReason]),
    note: BY_HAND[language],
  };
}

/** What was saved, and below it what was not, in words. */
export function* byNumberView(_: unknown, language: Language, { succeeded, errors }: NumberedResult): Generator<Block> {
  yield* configurationsView(_, language, succeeded);
  if (errors.length === 0) return;
  yield {
    kind: 'table',
    columns: [{ name: 'Account' }, { name: 'ErrorMessage', type: 'sentence' }],
    rows: errors.map(({ account, code, entry }) => [account, `${code}: ${entry[language]}`]),
  };
}
