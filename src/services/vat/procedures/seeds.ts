/**
 * What the installation brings: the forms of each year, laid out by the table of boxes, and what returns are made of.
 * They are stored when first needed, so that a new year of a form is rows of the tables and nothing else.
 */
import type { Knex } from 'knex';
import { allBoxes, type VatBox } from '../../forms/vat-boxes.ts';
import { type PlainDate, plainDate } from '../../kernel/dates.ts';
import { readTable } from '../../kernel/package-file.ts';
import type { Context } from '../../operation/context.ts';
import { type DefinitionRow, definitions, type TemplateRow, templates } from './store.ts';

const FORM_COLUMNS = ['form', 'name', 'from', 'to', 'declared', 'paid'] as const;
const DEFINITION_COLUMNS = [
  ...(['seed', 'nature', 'type', 'principal', 'annexes', 'vats', 'agricultural', 'activation', 'expiration'] as const),
];

const formRows = () => readTable('src/services/vat/tables/forms.tsv', FORM_COLUMNS);

/** Forms with the name that people know them by. */
export const formNames = (): ReadonlyMap<string, string> => new Map(formRows().map(({ form, name }) => [form, name]));

export const IDENTIFICATION = 'T-IDENTIF';

/** The boxes of a form in a year, those without a zone too. */
export const boxesOf = (form: string, millesime: number): VatBox[] =>
  allBoxes().filter((box) => box.form === form && box.from <= millesime && millesime <= box.to);

/** Stores what misses of the tables. */
export async function seedForms(knex: Knex, { clock }: Pick<Context, 'clock'>): Promise<void> {
  const stored = await templates(knex).select('form', 'millesime', 'form_version');
  const known = new Set(stored.map(({ form, millesime, form_version }) => `${form} ${millesime} ${form_version}`));
  const missing = formRows().flatMap((row) =>
    millesimes(row)
      .filter((millesime) => !known.has(`${row.form} ${millesime} 1`))
      .map((millesime) => templateOf(row, millesime, clock.now())),
  );
  if (missing.length > 0) {
    await templates(knex).insert(missing).onConflict(['form', 'millesime', 'form_version']).ignore();
  }
}

type FormRow = ReturnType<typeof formRows>[number];

/** Those of the table of forms, and each later year in which a box of the form changes. */
function millesimes({ form, from, to }: FormRow): number[] {
  const first = Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index);
  const later = allBoxes().filter((box) => box.form === form && box.from > Number(to));
  return [...new Set([...first, ...later.map((box) => box.from)])];
}

function templateOf({ form, name, declared, paid }: FormRow, millesime: number, now: string): Omit<TemplateRow, 'id'> {
  const start = plainDate(2000 + millesime, 1, 1);
  return {
    form,
    millesime,
    form_version: 1,
    name: `${name} ${millesime}`,
    period_begin_date: start,
    period_end_date: null,
    form_activation_date: start,
    content: contentOf(form, millesime),
    type: 'Web',
    is_draft: false,
    is_deleted: false,
    declared_amount_field: declared || null,
    paid_amount_field: paid || null,
    created_at: now,
  };
}

const contentOf = (form: string, millesime: number): string =>
  JSON.stringify({
    Rows: boxesOf(form, millesime).map((box) => ({
      Line: box.line,
      Zone: box.zone,
      Printed: box.printed,
      Type: box.type,
      Kind: box.kind,
      Label: box.names.fr,
      Rate: box.rate,
      IsComputed: box.isComputed,
    })),
  });

/** Stores the definitions that miss. */
export async function seedDefinitions(knex: Knex): Promise<void> {
  const known = new Set(await definitions(knex).whereNotNull('seed').pluck('seed'));
  const rows = readTable('src/services/vat/tables/definitions.tsv', DEFINITION_COLUMNS);
  const missing = rows.filter(({ seed }) => !known.has(seed)).map(definitionOf);
  if (missing.length > 0) await definitions(knex).insert(missing).onConflict('seed').ignore();
}

type SeedRow = Readonly<Record<(typeof DEFINITION_COLUMNS)[number], string>>;

function definitionOf({ seed, nature, type, principal, annexes, vats, ...row }: SeedRow): Omit<DefinitionRow, 'id'> {
  const names = formNames();
  const codes = annexes === '' ? [] : annexes.split(' ');
  const nameOf = (form: string) => names.get(form) ?? form;
  return {
    seed,
    vats: Number(vats),
    category: 'TVA',
    nature: nature as DefinitionRow['nature'],
    type: type as DefinitionRow['type'],
    principal_form: nameOf(principal),
    identification_form: nameOf(IDENTIFICATION),
    annexe: codes.map(nameOf),
    principal_form_code: principal,
    identification_form_code: IDENTIFICATION,
    annexe_form_codes: codes,
    activation_date: row.activation as PlainDate,
    expiration_date: (row.expiration as PlainDate | '') || null,
    structure_activation_date: row.activation as PlainDate,
    is_agricultural: row.agricultural !== '',
  };
}
