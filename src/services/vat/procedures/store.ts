/** Forms, definitions, groups and returns of VAT as they are stored. */
import type { Knex } from 'knex';
import type { Camel } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Territory } from '../engine/model.ts';

export const PROCEDURE_TYPES = ['Liquidation', 'Refund', 'Deposit', 'Appendix'] as const;
export type ProcedureType = (typeof PROCEDURE_TYPES)[number];
export const NATURES = ['Declaration', 'Remboursement'] as const;
export const TEMPLATE_TYPES = ['Web', 'Excel'] as const;
export const PROCEDURE_STATUSES = [
  'Draft',
  'Sending',
  'SendUncertain',
  'Sent',
  'Transmitted',
  'Accepted',
  'Rejected',
  'Cancelled',
] as const;
export const CREATION_TYPES = ['Manual', 'Assisted', 'PreConfigured'] as const;
export const SENDING_CHANNELS = ['Unknown', 'DgfipDirect', 'Portal', 'Internal', 'Manual'] as const;
export const GROUP_CATEGORIES = ['Tva', 'TvaRefund', 'AcompteCA12'] as const;
export type GroupCategory = (typeof GROUP_CATEGORIES)[number];

export interface TemplateRow {
  id: number;
  /** Such as `3310CA3`. */
  form: string;
  /** Two digits of the year of the form. */
  millesime: number;
  form_version: number;
  name: string;
  /** First and last day on which a period that it serves may end. */
  period_begin_date: PlainDate;
  period_end_date: PlainDate | null;
  /** The first day on which it serves. */
  form_activation_date: PlainDate;
  content: string;
  type: (typeof TEMPLATE_TYPES)[number];
  is_draft: boolean;
  is_deleted: boolean;
  declared_amount_field: string | null;
  paid_amount_field: string | null;
  created_at: string;
}
export type Template = Camel<TemplateRow>;

export interface DefinitionRow {
  id: number;
  /** Key in the table of the installation. */
  seed: string | null;
  /** Sum of 1 RealNormal, 2 MiniReal, 4 Simplified, 8 SimplifiedFarm. */
  vats: number;
  category: 'TVA';
  nature: (typeof NATURES)[number];
  type: ProcedureType;
  principal_form: string;
  identification_form: string;
  annexe: string[];
  principal_form_code: string;
  identification_form_code: string;
  annexe_form_codes: string[];
  activation_date: PlainDate;
  expiration_date: PlainDate | null;
  structure_activation_date: PlainDate;
  is_agricultural: boolean;
}
export type Definition = Camel<DefinitionRow>;

/** A form as it was when a group was made. */
export interface FrozenForm {
  readonly form: string;
  readonly millesime: number;
  readonly formVersion: number;
}

export interface FormSnapshot {
  readonly principal: FrozenForm;
  readonly identification: FrozenForm | null;
  readonly annexes: readonly FrozenForm[];
}

export const frozenForms = ({ principal, identification, annexes }: FormSnapshot): FrozenForm[] => [
  principal,
  ...(identification ? [identification] : []),
  ...annexes,
];

export interface GroupRow {
  folder_id: number;
  id: number;
  definition_id: number;
  category: GroupCategory;
  begin_date: PlainDate;
  end_date: PlainDate;
  closing_date: PlainDate | null;
  document_name: string;
  document_id: number | null;
  deposit_number: number | null;
  form_snapshot: FormSnapshot;
  created_at: string;
}

/** What boxes hold, by form then zone. */
export type StoredBoxes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a notice said of a return; an error names a form and a box where it can. */
export interface Answer {
  readonly type: 'Acs' | 'Ars';
  readonly code: string;
  readonly label: string | null;
  readonly form: string | null;
  readonly zone: string | null;
}

/** What a return says of its folder and its firm. */
export interface About {
  readonly company: string;
  readonly folder: string;
  readonly siren: string | null;
  /** Lines of the form depend on it. */
  readonly territory: Territory;
}

export interface ProcedureRow {
  folder_id: number;
  id: number;
  group_id: number;
  status: (typeof PROCEDURE_STATUSES)[number];
  type: (typeof CREATION_TYPES)[number];
  is_from_assistant: boolean;
  created_at: string;
  created_by: string | null;
  typed_boxes: StoredBoxes;
  /** Null until computed. */
  computed_boxes: StoredBoxes | null;
  computed_at: string | null;
  prefilled_boxes: StoredBoxes | null;
  saved_at: string | null;
  sent_at: string | null;
  sent_date: PlainDate | null;
  sending_channel: (typeof SENDING_CHANNELS)[number];
  test_mode: boolean | null;
  /** The file of what was filed elsewhere: a document of the folder. */
  file_id: number | null;
  file_name: string | null;
  closing_entry_id: number | null;
  /** Whether an entry closes it, as it is computed: the database reads it there. */
  has_closing: boolean;
  /** What the channel, or whoever filed elsewhere, answered to the last deposit. */
  numero_piece: string | null;
  code_retour: string | null;
  /** A refund that left in the deposit of its return: SHA-256 of that file. Null: it has deposits of its own. */
  filed_in: string | null;
  /** Whether the send asked for the closing entry. */
  wants_closing_entry: boolean;
  /** What notices said, oldest first. */
  answers: readonly Answer[];
  /** Day of the month that the processing report gives, and when it came. */
  dgfip_deadline_day: number | null;
  dgfip_received_at: string | null;
  /** Null: the principal form of its group. */
  form: string | null;
  /** Of `exact-json.ts`: a RefundRequest, payments, what was computed beside the boxes. */
  refund: unknown;
  payments: unknown;
  computed: unknown;
  /** Balances of its VAT accounts when it left Draft. */
  framing_balances: unknown;
  /** What it says of its folder and its firm since it left Draft; null of those that left before this was kept. */
  left_as: About | null;
  /** Of `vat_watch` when its shares, its boxes were computed; null: never, or to be computed again. */
  shares_version: bigint | null;
  computed_version: bigint | null;
  /** Addresses, or identifiers of files. */
  control_by_rates_link: string | null;
  control_by_amounts_link: string | null;
  control_by_balance_link: string | null;
}

export const templates = (db: Knex) => db<TemplateRow>('vat_form_template');
export const definitions = (db: Knex) => db<DefinitionRow>('vat_procedure_definition');
export const groups = (db: Knex) => db<GroupRow>('vat_procedure_group');
export const procedures = (db: Knex) => db<ProcedureRow>('vat_procedure');
