/** A return on the wire. */
import * as z from 'zod';
import { vatEditionOf } from '../../../services/forms/vat-boxes.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import { factsOf } from '../../../services/vat/drafts/computed.ts';
import { canClose } from '../../../services/vat/procedures/closing.ts';
import type { ProcedureItem } from '../../../services/vat/procedures/procedure-item.ts';
import {
  CREATION_TYPES,
  PROCEDURE_STATUSES,
  type ProcedureRow,
  SENDING_CHANNELS,
  type StoredBoxes,
} from '../../../services/vat/procedures/store.ts';
import { choice, date, euros, flag, int, maybe, moment, text, words } from '../../operation/outputs.ts';
import { computed, constant, from, headed } from '../../operation/wire.ts';
import { pdfUrl } from '../form/pdf-url.ts';
import { wireForm } from '../form-code.ts';
import { answerText } from './answer.ts';
import { configurationText } from './elements-wire.ts';

const STATUS_LABELS: Readonly<Record<ProcedureRow['status'], Labels>> = {
  Draft: { en: 'Draft', fr: 'Brouillon' },
  Sending: { en: 'Being sent', fr: 'Envoi en cours' },
  SendUncertain: { en: 'Sent or not: being asked', fr: 'Envoi incertain' },
  Sent: { en: 'Sent', fr: 'Envoyée' },
  Transmitted: { en: 'Transmitted', fr: 'Transmise' },
  Accepted: { en: 'Accepted', fr: 'Acceptée' },
  Rejected: { en: 'Rejected', fr: 'Rejetée' },
  Cancelled: { en: 'Cancelled', fr: 'Annulée' },
};

const CHANNEL_LABELS: Readonly<Record<ProcedureRow['sending_channel'], Labels>> = {
  Unknown: { en: 'Not sent', fr: 'Non envoyée' },
  DgfipDirect: { en: 'ChannelB', fr: 'ChannelB' },
  Portal: { en: 'ChannelA', fr: 'ChannelA' },
  Internal: { en: 'Internal', fr: 'Interne' },
  Manual: { en: 'Filed elsewhere', fr: 'Déposée ailleurs' },
};

const PDF_STATUSES = ['NotConfigured', 'Pending', 'Ready', 'Failed'] as const;

/** `{FormCode: {zone: value}}` as JSON text. */
const contentOf = (boxes: StoredBoxes | null): string | null =>
  boxes && JSON.stringify(Object.fromEntries(Object.entries(boxes).map(([name, zones]) => [wireForm(name), zones])));

export const ProcedureItemShape = z
  .object({
    AccountingFolderId: from('folderId', int('Dossier')),
    ProcedureId: from('id', int('Id')),
    ProcedureGroupId: from('groupId', int('Groupe')),
    Status: computed(
      headed(z.object({ Status: choice(PROCEDURE_STATUSES, 'État'), Label: words('Libellé') }), 'État'),
      ({ status }: ProcedureItem) => ({ status, label: STATUS_LABELS[status] }),
    ),
    ExcelExportAvailable: constant(flag('Export Excel possible'), true),
    PdfExportAvailable: constant(flag('Export PDF possible'), true),
    PdfStatus: computed(choice(PDF_STATUSES, 'État du PDF'), ({ pdfFileName }: ProcedureItem) =>
      pdfFileName === null ? 'NotConfigured' : 'Ready',
    ),
    PdfDownloadUrl: computed(maybe(text('Adresse du PDF')), (item: ProcedureItem) =>
      item.pdfFileName === null ? null : pdfUrl(item),
    ),
    CreatedAt: moment('Créée le'),
    IsFromTvaAssistant: from('isFromAssistant', flag('De l’assistant de TVA')),
    Type: choice(CREATION_TYPES, 'Type'),
    ByUser: from('createdBy', maybe(text('Par'))),
    ReceiveContent: computed(headed(z.array(text()), 'Contenu reçu'), ({ received }: ProcedureItem) => received ?? []),
    AreEntriesValidated: flag('Écritures validées'),
    VatControlAvailable: computed(flag('Cadrage possible'), (links: ProcedureItem) =>
      [links.controlByRatesLink, links.controlByAmountsLink, links.controlByBalanceLink].some((link) => link !== null),
    ),
    DeclaredAmount: maybe(euros('Déclaré')),
    PaidAmount: maybe(euros('Payé')),
    SentAt: maybe(moment('Envoyée le')),
    SendingDate: from('sentDate', maybe(date('Date d’envoi'))),
    NumeroPiece: maybe(text('N° de dépôt')),
    FileReceivedId: constant(maybe(int('N° du fichier reçu')), null),
    FileId: maybe(int('Pièce')),
    FileName: maybe(text('Fichier')),
    PdfFileName: maybe(text('Fichier PDF')),
    RawFormContent: computed(maybe(text('Contenu du formulaire')), ({ boxes }: ProcedureItem) => contentOf(boxes)),
    TestMode: maybe(flag('Essai')),
    ReceiveSignature: constant(maybe(text('Signature reçue')), null),
    CanGenerateOd: computed(flag('OD possible'), (item: ProcedureItem) => canClose(item)),
    VatAccountsConfigurationUsed: computed(maybe(text('Configuration des comptes employée')), (item: ProcedureItem) =>
      item.computed === null ? null : configurationText(factsOf(item).configuration),
    ),
    SendingChannel: computed(
      headed(z.object({ Value: choice(SENDING_CHANNELS, 'Canal'), Label: words('Libellé') }), 'Canal d’envoi'),
      ({ sendingChannel }: ProcedureItem) => ({ value: sendingChannel, label: CHANNEL_LABELS[sendingChannel] }),
    ),
    VatControlByAccountBalanceLink: from('controlByBalanceLink', maybe(text('Cadrage par soldes'))),
    PrefilledRawFormContent: computed(maybe(text('Contenu prérempli')), ({ prefilledBoxes }: ProcedureItem) =>
      contentOf(prefilledBoxes),
    ),
    IsPaidLeaveDeposit: computed(
      flag('Acompte de congés payés'),
      ({ boxes }: ProcedureItem) => boxes?.['3310CA3']?.AA === 'X',
    ),
    DgfipDeadline: computed(maybe(date('Échéance')), ({ deadlines }: ProcedureItem) => deadlines.filing),
    DgfipDeadlineDay: computed(maybe(int('Jour')), ({ deadlines }: ProcedureItem) => deadlines.day),
    LastSavedAt: from('savedAt', maybe(moment('Enregistrée le'))),
    ReceiveContentInfos: computed(
      headed(z.array(words()), 'Informations reçues'),
      ({ answers, millesime }: ProcedureItem) => answers.map((answer) => answerText(answer, vatEditionOf(millesime))),
    ),
  })
  .meta({ id: 'VatProcedure' });

/** What a list over folders shows of a return. */
export const ListedProcedureShape = ProcedureItemShape.pick({
  AccountingFolderId: true,
  ProcedureId: true,
  ProcedureGroupId: true,
  Status: true,
  CreatedAt: true,
  IsFromTvaAssistant: true,
  Type: true,
  ByUser: true,
  DeclaredAmount: true,
  PaidAmount: true,
  SentAt: true,
  SendingDate: true,
  FileId: true,
  FileName: true,
  TestMode: true,
  CanGenerateOd: true,
  SendingChannel: true,
  IsPaidLeaveDeposit: true,
  DgfipDeadline: true,
  DgfipDeadlineDay: true,
  LastSavedAt: true,
  ReceiveContentInfos: true,
}).meta({ id: 'ListedVatProcedure' });
