/**
 * Columns of a file of assets: each is a field of the body of `asset create`, named by its path, or by its French label
 * as the template writes it. Only the first five must be there.
 */
import type { AssetForm, CellFault, ImportColumn } from '../../services/assets/import/import-assets.ts';
import * as sets from '../../services/assets/value-sets.ts';
import type { Words } from '../operation/french-messages.ts';
import { readAsset } from './asset-input.ts';
import { readCell } from './import-cells.ts';

export type CellKind = 'text' | 'account' | 'amount' | 'decimal' | 'integer' | 'day' | 'boolean';

interface BodyColumn extends ImportColumn {
  /** The values of a list, when it is one. */
  readonly kind: CellKind | readonly string[];
}

const ECONOMIC = 'Amortization.EconomicAttributes';
const FISCAL = 'Amortization.FiscalAttributes';

type Row = readonly [path: string, kind: BodyColumn['kind'], label: string];

const REQUIRED: readonly Row[] = [
  ['Name', 'text', 'Désignation'],
  ['Account', 'account', 'Compte'],
  ['AcquisitionDate', 'day', 'Date d’acquisition'],
  ['DeploymentDate', 'day', 'Date de mise en service'],
  ['AcquisitionValue', 'amount', 'Valeur d’origine HT'],
];

const plan = (path: string, name: string): readonly Row[] => [
  [`${path}.Duration.YearCount`, 'integer', `Durée ${name} (années)`],
  [`${path}.Duration.MonthCount`, 'integer', `Durée ${name} (mois)`],
  [`${path}.Mode`, sets.MODES, `Mode ${name}`],
  [`${path}.DateType`, sets.DATE_TYPES, `Point de départ ${name}`],
  [`${path}.ProrataTemporis`, sets.PRORATA_TEMPORIS, `Prorata temporis ${name}`],
  [`${path}.Coefficient`, 'decimal', `Coefficient dégressif ${name}`],
  [`${path}.PastAmortization.Amount`, 'amount', `Amortissements repris ${name}`],
  [`${path}.PastAmortization.EndDate`, 'day', `Amortissements repris ${name} au`],
];

const OPTIONAL: readonly Row[] = [
  ['ExternalId', 'text', 'Référence externe'],
  ['GroupName', 'text', 'Famille'],
  ['Notes', 'text', 'Notes'],
  ['GeographicalLocation.Location', 'text', 'Lieu'],
  ['AcquisitionMethod', sets.ACQUISITION_METHODS, 'Mode d’acquisition'],
  ['Nature', sets.NATURES, 'Nature'],
  ['AcquisitionQuantity', 'decimal', 'Quantité'],
  ['DeductibleVat', 'amount', 'TVA déductible'],
  ['NonDeductibleVat', 'amount', 'TVA non déductible'],
  ['AmountIncludingTax', 'amount', 'Valeur TTC'],
  ['IsAmortizable', 'boolean', 'Amortissable'],
  ['Amortization.ResidualValue', 'amount', 'Valeur résiduelle'],
  ['Amortization.AmortizationCalculationMethod', sets.CALCULATION_METHODS, 'Méthode de calcul'],
  ['Amortization.IsFiscalSameAsEconomic', 'boolean', 'Fiscal égal à économique'],
  ['Amortization.EffectiveDate', 'day', 'Date d’effet'],
  ...plan(ECONOMIC, 'économique'),
  [`${ECONOMIC}.OverAmortization.Percentage`, 'decimal', 'Suramortissement (%)'],
  ...plan(FISCAL, 'fiscal'),
  [`${FISCAL}.TaxDeductibilityLimit.Amount`, 'amount', 'Plafond de déduction'],
  [`${FISCAL}.PrivatePortion.Mode`, sets.PRIVATE_PORTION_MODES, 'Part privée (mode)'],
  [`${FISCAL}.PrivatePortion.Value`, 'amount', 'Part privée'],
  ['VehicleProperties.ImmatriculationNumber', 'text', 'Immatriculation'],
  ['VehicleProperties.ImmatriculationDate', 'day', 'Date d’immatriculation'],
  ['VehicleProperties.FirstCirculationDate', 'day', 'Première circulation'],
  ['VehicleProperties.CO2GPerKm', 'integer', 'CO2 (g/km)'],
  ['VehicleProperties.FiscalPower', 'integer', 'Puissance fiscale'],
  ['VehicleProperties.EuropeanEmissionStandard', 'integer', 'Norme Euro'],
  ['VehicleProperties.EnergyType.Code', sets.ENERGY_CODES, 'Énergie'],
  ['VehicleProperties.TvsType', sets.TVS_TYPES, 'Taxe sur les véhicules'],
  ['Grants.Grant.Name', 'text', 'Subvention'],
  ['Grants.Grant.Account', 'account', 'Compte de subvention'],
  ['Grants.Grant.TotalAmount', 'amount', 'Subvention totale'],
  ['Grants.Grant.GrantDate', 'day', 'Date de subvention'],
  ['Grants.Grant.Funder', 'text', 'Financeur'],
  ['Grants.Amount', 'amount', 'Part de subvention'],
  ['Retirement.Type', sets.RETIREMENT_TYPES, 'Type de sortie'],
  ['Retirement.Date', 'day', 'Date de sortie'],
  ['Retirement.SaleAttributes.SaleAmount', 'amount', 'Prix de cession'],
  ['Retirement.SaleAttributes.Type', sets.SALE_TYPES, 'Régime de TVA de la cession'],
];

const columns = (rows: readonly Row[], isRequired: boolean): BodyColumn[] =>
  rows.map(([path, kind, label]) => ({ path, kind, label, isRequired }));

export const IMPORT_COLUMNS: readonly BodyColumn[] = [...columns(REQUIRED, true), ...columns(OPTIONAL, false)];

/** Columns of lists and exports that an import reads past: figures and numbers are given by taxops. */
const READ_PAST = new Set(['number', 'id']);
/** The name that assets are read with, for the one they are written with. */
const ALIASES: Readonly<Record<string, string>> = { 'fixedassetaccount.account': 'account' };

const key = (header: string): string => header.trim().toLowerCase().replaceAll('’', "'");

const BY_NAME: ReadonlyMap<string, BodyColumn> = new Map(
  IMPORT_COLUMNS.flatMap((column) => [
    [key(column.path), column],
    [key(column.label), column],
  ]),
);

function columnOf(header: string): BodyColumn | null | undefined {
  const name = key(header);
  return READ_PAST.has(name) ? null : BY_NAME.get(ALIASES[name] ?? name);
}

/** Whether a file with these headings is a list of assets: it has all columns that one must have. */
export function isAssetFile(headings: readonly string[]): boolean {
  const found = new Set(headings.map((heading) => columnOf(heading)?.path));
  return REQUIRED.every(([path]) => found.has(path));
}

type Cells = readonly (readonly [column: ImportColumn, cell: string])[];

const reader =
  (words: Words | undefined): AssetForm['read'] =>
  (cells) => {
    const parsed = readAsset(bodyOf(cells), words?.error);
    return parsed.success
      ? { input: parsed.data }
      : { faults: parsed.error.issues.map((issue) => fault(cells, issue, words)) };
  };

/** Quantity is one unless stated. One grant fits on a line. */
function bodyOf(cells: Cells): Record<string, unknown> {
  const body: Record<string, unknown> = { AcquisitionQuantity: '1' };
  for (const [{ path }, cell] of cells) put(body, path.split('.'), readCell(KINDS.get(path) ?? 'text', cell));
  return 'Grants' in body ? { ...body, Grants: [body.Grants] } : body;
}

const KINDS: ReadonlyMap<string, BodyColumn['kind']> = new Map(IMPORT_COLUMNS.map(({ path, kind }) => [path, kind]));

function put(body: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name] as Record<string, unknown>, rest, value);
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message: string;
}

/** Of an empty cell a schema would say that it expected text and received nothing. */
const MISSING_CODES: ReadonlySet<string | undefined> = new Set(['invalid_type', 'invalid_union']);

function fault(cells: Cells, { path, code, message }: SchemaIssue, words: Words | undefined): CellFault {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const known = cells.find(([column]) => column.path === field || field.startsWith(`${column.path}.`));
  const said = !known && MISSING_CODES.has(code) ? 'required' : message;
  return { column: known?.[0].path ?? (field || null), message: words?.translate(said) ?? said };
}

/** How the lines of a file state the body of `asset create`; faults are said in English without words. */
export const importForm = (words?: Words): AssetForm => ({ columns: IMPORT_COLUMNS, columnOf, read: reader(words) });

export const IMPORT_FORM: AssetForm = importForm();
