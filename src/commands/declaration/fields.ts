/** Field shapes and wire names that the commands on declarations share. */
import * as z from 'zod';
import type { DeclarationType } from '../../services/declarations/kinds.ts';
import type { ListedDeclaration } from '../../services/declarations/list.ts';
import {
  readMember,
  SOURCE_TYPES,
  STATUSES,
  TRANSMISSION_CHANNELS,
} from '../../services/declarations/rules/enumerations.ts';
import { type RejectionReason, rejectionText } from '../../services/declarations/rules/rejections.ts';
import { type Instant, parisDay, readInstant } from '../../services/kernel/paris-time.ts';
import { identifier } from '../operation/fields.ts';
import { invalidInput } from '../operation/invoke.ts';

export const FolderPath = z.object({ accountingFolderId: identifier() });

/** A date-time; without offset it is Paris time, a day alone is its midnight. */
export const instant = () =>
  z
    .string()
    .max(40)
    .refine((text) => readInstant(text) !== undefined, {
      error: 'not a date-time: write 2026-07-15T10:00:00Z or 2026-07-15',
    })
    .transform((text) => readInstant(text) as Instant)
    .meta({ format: 'date-time' });

/** A date-time of which only the day in Paris counts. */
export const instantDay = () => instant().transform(parisDay);

/** Throws InvalidInput when a window ends before it starts; `path`: where its end was given. */
export function refuseReversed(start: string | undefined, end: string | undefined, path = 'endDate'): void {
  if (start !== undefined && end !== undefined && start > end)
    throw invalidInput([{ path, code: 'custom', message: 'before the start' }]);
}

/** A member of a closed list: its name whatever the case, or its position. */
export const member = <const M extends string>(members: readonly M[]) =>
  z
    .union([z.string(), z.int()])
    .transform((value, ctx) => {
      const found = readMember(members, value);
      if (found !== undefined) return found;
      ctx.addIssue({ code: 'custom', message: `not one of ${members.join(', ')}` });
      return z.NEVER;
    })
    .describe(members.join(', '));

/** The enumeration of the wire; on input also by position, so its order stands. */
export const DECLARATION_TYPES = [
  'Liasse',
  'IS2571',
  'IS2572',
  'IS2573',
  'LiasseTeteDeGroupe',
  'CVAESolde',
  'CVAEAcompte',
  'Inconnu',
] as const satisfies readonly DeclarationType[];

export const declarationType = () => member(DECLARATION_TYPES);

const dateTime = () => z.string().meta({ format: 'date-time' });

export const RejectionReasonWire = z
  .object({ Formulaire: z.string(), Code: z.string(), Libelle: z.string() })
  .meta({ id: 'RejectionReason' });

/** Resource A1. */
export const Declaration = z
  .object({
    Id: z.int(),
    Label: z.string().nullable(),
    DateDebut: dateTime().nullable(),
    DateFin: dateTime().nullable(),
    DateEnvoiDGFIP: dateTime().nullable(),
    DateRetourDGFIP: dateTime().nullable(),
    LienDeclarationPdf: z.string().nullable(),
    LienDeclaration: z.string().nullable(),
    LienAccuseDeReceptionPDF: z.string().nullable(),
    LienFichierEDI: z.string().nullable(),
    Status: z.enum(STATUSES),
    DeclarationType: z.enum(DECLARATION_TYPES),
    DeclarationSourceType: z.enum(SOURCE_TYPES),
    ExerciseId: z.int().nullable(),
    ChannelAId: z.int().nullable(),
    RejectionReason: z.string().nullable(),
    TransmissionChannel: z.enum(TRANSMISSION_CHANNELS),
    RejectionReasons: z.array(RejectionReasonWire),
    ChannelBNumeroADS: z.string().nullable(),
  })
  .meta({ id: 'Declaration' });

export const DECLARATION_COLUMNS = ['Id', 'DateFin', 'DeclarationType', 'Label', 'Status', 'ChannelAId'];

export function declarationToWire(declaration: ListedDeclaration): z.output<typeof Declaration> {
  const { values } = declaration.record;
  return {
    Id: declaration.id,
    Label: values.label ?? null,
    DateDebut: values.start ?? null,
    DateFin: values.end ?? null,
    DateEnvoiDGFIP: values.sentAt ?? null,
    DateRetourDGFIP: values.answeredAt ?? null,
    LienDeclarationPdf: values.pdfUrl ?? null,
    LienDeclaration: values.pageUrl ?? null,
    LienAccuseDeReceptionPDF: values.receiptUrl ?? null,
    LienFichierEDI: values.ediUrl ?? null,
    Status: declaration.status,
    DeclarationType: declaration.type,
    DeclarationSourceType: declaration.sourceType,
    ExerciseId: declaration.exerciseId ?? null,
    ChannelAId: declaration.channelAId ?? null,
    RejectionReason: reasonText(declaration),
    TransmissionChannel: declaration.channel,
    RejectionReasons: reasonsToWire(values.reasons),
    ChannelBNumeroADS: declaration.numeroAds ?? null,
  };
}

/** A rejection may come without reasons: its status then says all there is. */
const reasonText = ({ record, status }: ListedDeclaration): string | null =>
  rejectionText(record.values.reasons ?? [], status === 'Rejected' ? status : undefined) ?? null;

export const reasonsToWire = (reasons: readonly RejectionReason[] | undefined): RejectionReason[] =>
  (reasons ?? []).map(({ Formulaire, Code, Libelle }) => ({ Formulaire, Code, Libelle }));
