/** Configurations as a table: each value with the level that gives it. */
import type { Labels, Language } from '../../../services/kernel/errors.ts';
import type { Aggregator } from '../../../services/vat/configuration/aggregators.ts';
import type { NumberedResult } from '../../../services/vat/configuration/by-number.ts';
import type { AccountConfiguration } from '../../../services/vat/configuration/configuration.ts';
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
