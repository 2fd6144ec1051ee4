/** Field shapes and wire names that the commands on declarations share. */
import * as z from 'zod';
import type { DeclarationType } from '../../services/declarations/kinds.ts';
import {
  readMember,
  SOURCE_TYPES,
  STATUSES,
  TRANSMISSION_CHANNELS,
} from '../../services/declarations/rules/enumerations.ts';
import type { ValueName } from '../../services/declarations/rules/merge.ts';
import { rejectionText } from '../../services/declarations/rules/rejections.ts';
import type { StoredDeclaration } from '../../services/declarations/store.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { type Instant, parisDay, parisDayText, readInstant } from '../../services/kernel/paris-time.ts';
import { invalidInput } from '../operation/invoke.ts';
import { choice, int, maybe, moment, text } from '../operation/outputs.ts';
import { type Coded, coded, computed, type Domain, from } from '../operation/wire.ts';

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
    .meta({ description: members.join(', '), 'x-values': members });

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

/** The start of a day in Paris, which the domain has as the day. */
export const midnight = (fr?: string): Coded<z.ZodString, PlainDate> => coded(moment(fr), parisDayText);

/** The same, of an instant of which only the day in Paris counts. */
const dayOfInstant = (fr: string): Coded<z.ZodString, Instant> =>
  coded(moment(fr), (instant) => parisDayText(parisDay(instant)));

export const declarationTypeName = () => choice(DECLARATION_TYPES, 'Déclaration');

/** The domain keeps the names of the partners. */
export const Reason = z
  .object({
    Formulaire: from('Formulaire', text('Formulaire')),
    Code: from('Code', text('Code')),
    Libelle: from('Libelle', text('Libellé')),
  })
  .meta({ id: 'RejectionReason' });

/** A value that channels and callers gave; null while nobody did. */
const said = <T extends z.ZodType, N extends ValueName>(name: N, schema: T) =>
  computed(maybe(schema), ({ record }: StoredDeclaration) => record.values[name] as Domain<T> | undefined);

const Id = int('Id');
const Label = said('label', text('Libellé'));
const DateDebut = said('start', dayOfInstant('Début'));
const DateFin = said('end', dayOfInstant('Fin'));
const DateEnvoiDGFIP = said('sentAt', moment('Envoi DGFIP'));
const DateRetourDGFIP = said('answeredAt', moment('Retour DGFIP'));
const Status = choice(STATUSES, 'État');
const DeclarationTypeField = from('type', declarationTypeName());
const DeclarationSourceType = from('sourceType', choice(SOURCE_TYPES));
const ChannelAId = maybe(int('N° ChannelA'));
const TransmissionChannel = from('channel', choice(TRANSMISSION_CHANNELS, 'Canal'));
const RejectionReasons = computed(z.array(Reason), ({ record }: StoredDeclaration) => record.values.reasons ?? []);

/** Resource A1. */
export const Declaration = z
  .object({
    Id,
    Label,
    DateDebut,
    DateFin,
    DateEnvoiDGFIP,
    DateRetourDGFIP,
    LienDeclarationPdf: said('pdfUrl', text()),
    LienDeclaration: said('pageUrl', text()),
    LienAccuseDeReceptionPDF: said('receiptUrl', text()),
    LienFichierEDI: said('ediUrl', text()),
    Status,
    DeclarationType: DeclarationTypeField,
    DeclarationSourceType,
    ExerciseId: maybe(int('Exercice')),
    ChannelAId,
    RejectionReason: computed(maybe(text('Motif de rejet')), reasonText),
    TransmissionChannel,
    RejectionReasons,
    ChannelBNumeroADS: from('numeroAds', maybe(text('N° ADS'))),
  })
  .meta({ id: 'Declaration' });

export const DECLARATION_COLUMNS = ['Id', 'DateFin', 'DeclarationType', 'Label', 'Status', 'ChannelAId'];

/** A rejection may come without reasons: its status then says all there is. */
function reasonText({ record, status }: StoredDeclaration): string | undefined {
  return rejectionText(record.values.reasons ?? [], status === 'Rejected' ? status : undefined);
}

/** Resource A2. */
export const UpdatedDeclaration = z
  .object({
    Id,
    AccountingFolder: from('folder', z.object({ Id: int('Id'), Name: text('Dossier'), Siren: maybe(text('SIREN')) })),
    Label,
    DateDebut,
    DateFin,
    DateEnvoiDGFIP,
    DateRetourDGFIP,
    Status,
    DeclarationType: DeclarationTypeField,
    DeclarationSourceType,
    ChannelAId,
    TransmissionChannel,
    RejectionReasons,
    UpdatedAt: moment('Modifié le'),
  })
  .meta({ id: 'UpdatedDeclaration' });
