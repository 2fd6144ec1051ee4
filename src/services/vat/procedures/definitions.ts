/** What a return is made of: principal form, identification, annexes, and the VAT systems that it serves. */
import type { Knex } from 'knex';
import { camelRow, snakeRow } from '../../db/rows.ts';
import { type Folder, VAT_SYSTEMS } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { checkWindow, servingWindow } from './period.ts';
import { seedDefinitions } from './seeds.ts';
import { type Definition, type DefinitionRow, definitions, type ProcedureType } from './store.ts';

/** Systems without returns have no bit. */
const BITS: Readonly<Record<string, number>> = { RealNormal: 1, MiniReal: 2, Simplified: 4, SimplifiedFarm: 8 };

/** The bit of a VAT system; 0 when it files no return. A folder that does not say its system is under the normal one. */
export const vatBit = (vatSystem: string | null): number => BITS[vatSystem ?? 'RealNormal'] ?? 0;

export interface DefinitionFilter {
  readonly nature?: Definition['nature'] | undefined;
  readonly type?: ProcedureType | undefined;
  /** Those that serve today, or in the window where one is given. */
  readonly activeOnly?: boolean | undefined;
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  readonly isAgricultural?: boolean | undefined;
  /** 1 RealNormal, 2 MiniReal, 3 Simplified, 4 SimplifiedFarm, 5 Franchise, 6 NotLiable. */
  readonly vatSystemId?: number | undefined;
}

/** By identifier. Throws PeriodInvalid. */
export async function listDefinitions(ctx: Context, filter: DefinitionFilter = {}): Promise<Definition[]> {
  const serving = servingWindow(ctx, filter);
  const { knex } = await ctx.db();
  await seedDefinitions(knex);
  const { nature, type, isAgricultural, vatSystemId } = filter;
  const query = definitions(knex).orderBy('id');
  if (nature) query.where({ nature });
  if (type) query.where({ type });
  if (isAgricultural !== undefined) query.where({ is_agricultural: isAgricultural });
  if (vatSystemId !== undefined) whereVat(query, vatBit(VAT_SYSTEMS[vatSystemId - 1] ?? ''));
  whereActive(query, serving.beginDate, serving.endDate);
  return (await query).map(camelRow);
}

/** Those that serve the VAT system of a folder. */
export const listFolderDefinitions = (
  ctx: Context,
  folder: Pick<Folder, 'vatSystem'>,
  filter: DefinitionFilter,
): Promise<Definition[]> =>
  listDefinitions(ctx, filter).then((all) => all.filter(({ vats }) => (vats & vatBit(folder.vatSystem)) !== 0));

const whereVat = (query: Knex.QueryBuilder, bit: number): Knex.QueryBuilder => query.whereRaw('vats & ? <> 0', [bit]);

function whereActive(query: Knex.QueryBuilder, from?: PlainDate, to?: PlainDate): void {
  if (to) query.where('activation_date', '<=', to);
  if (from) query.where((open) => open.whereNull('expiration_date').orWhere('expiration_date', '>=', from));
}

/** Throws ProcedureDefinitionNotFound. */
export async function getDefinition(ctx: Context, id: number): Promise<Definition> {
  const { knex } = await ctx.db();
  await seedDefinitions(knex);
  const row = await definitions(knex).where({ id }).first();
  if (!row) throw vatErrors.ProcedureDefinitionNotFound({ id });
  return camelRow(row);
}

/** Codes of annexes and the date of the structure may be left out: none, and the date of activation. */
export type DefinitionInput = Omit<Definition, 'id' | 'seed' | 'annexeFormCodes' | 'structureActivationDate'> & {
  readonly annexeFormCodes?: readonly string[] | undefined;
  readonly structureActivationDate?: PlainDate | undefined;
};

const columnsOf = ({ annexeFormCodes = [], structureActivationDate, ...rest }: DefinitionInput) =>
  snakeRow({
    ...rest,
    annexeFormCodes,
    structureActivationDate: structureActivationDate ?? rest.activationDate,
  }) as Omit<DefinitionRow, 'id' | 'seed'>;

/** One that ends before it begins would serve no return. */
const checkServed = ({ activationDate, expirationDate }: DefinitionInput): void =>
  checkWindow({ beginDate: activationDate, endDate: expirationDate ?? undefined });

/** Throws PeriodInvalid. */
export async function createDefinition(ctx: Context, input: DefinitionInput): Promise<Definition> {
  checkServed(input);
  const { knex } = await ctx.db();
  await seedDefinitions(knex);
  const [row] = await definitions(knex).insert(columnsOf(input)).returning('*');
  return camelRow(row as DefinitionRow);
}

/** Groups that were made keep the forms that they have. Throws ProcedureDefinitionNotFound, PeriodInvalid. */
export async function updateDefinition(ctx: Context, id: number, input: DefinitionInput): Promise<Definition> {
  checkServed(input);
  const { knex } = await ctx.db();
  await seedDefinitions(knex);
  const [row] = await definitions(knex).where({ id }).update(columnsOf(input)).returning('*');
  if (!row) throw vatErrors.ProcedureDefinitionNotFound({ id });
  return camelRow(row);
}
