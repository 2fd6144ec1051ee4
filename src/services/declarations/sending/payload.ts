/** The bytes that leave: an XML-EDI file for ChannelB and the internal channel, documents of ChannelA. */

import { exerciseMonths } from '../../calendar/periods.ts';
import type { ChannelName, Payloads } from '../../channels/channel.ts';
import { type Payment, paymentDeclaration, type ReturnFiling, returnDeclarations } from '../../edi/assemble.ts';
import { blockOf, channelAPayload } from '../../edi/channel-a.ts';
import { writeLiasseText } from '../../edi/liasse-text.ts';
import type { TextChange } from '../../edi/text.ts';
import type { EdiDeclaration, EdiDocument } from '../../edi/xml-edi.ts';
import { writeXmlEdi } from '../../edi/xml-edi-write.ts';
import type { FormContent } from '../../forms/content.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Instant } from '../../kernel/paris-time.ts';
import { kindEntry } from '../kinds.ts';
import type { Content } from './contents.ts';
import type { Subject } from './subject.ts';
import { addressOf, writerOf } from './writer.ts';

/** What the envelope of a filing says besides its content. */
export interface Envelope {
  readonly channel: ChannelName;
  readonly reference: string;
  readonly isTest: boolean;
  /** The present moment. */
  readonly at: Instant;
  /** Our account on ChannelA, and where it calls back. */
  readonly account: string;
  readonly callback?: string | undefined;
  readonly blockIfInconsistent: boolean;
  /** What the deposit is about, in words: ChannelB shows it to people. */
  readonly subject: string;
}

export interface BuiltPayload {
  readonly payload: Payloads[keyof Payloads];
  readonly contentType: string;
  /** The forms with identity and period, without account nor addresses: what a caller may be shown. */
  readonly json: string;
  /** Texts that the format does not take as they are. */
  readonly changes?: readonly TextChange[];
}

/** Throws EdiInvalid. */
export function buildPayload(subject: Subject, content: Content, envelope: Envelope): BuiltPayload {
  const forms = filled(content);
  const json = JSON.stringify(documentOfA(subject, content, envelope));
  if (envelope.channel !== 'ChannelA') {
    const { bytes, changes } = writeXmlEdi(ediDocument(subject, content, envelope));
    const { procedure } = kindEntry(subject.type).edi;
    return {
      json,
      changes,
      contentType: 'application/xml',
      payload: { kind: 'edi', content: bytes, subject: envelope.subject, procedure },
    };
  }
  if (kindEntry(subject.type).document === 'liasse') {
    const text = liasseText(subject, forms, envelope);
    return { json, contentType: 'text/plain; charset=utf-8', payload: { kind: 'liasse', content: Buffer.from(text) } };
  }
  const text = JSON.stringify({ auth: authOf(subject, content, envelope), ...JSON.parse(json) });
  return { json, contentType: 'application/json', payload: { kind: 'forms', content: Buffer.from(text) } };
}

/** The EDI text of a declaration, whatever channel it may go to. Throws EdiInvalid. */
export const ediText = (subject: Subject, content: Content, envelope: Envelope): string =>
  writeXmlEdi(ediDocument(subject, content, envelope)).text;

type SentForm = Pick<FormContent, 'form' | 'millesime' | 'cells' | 'repeated'>;

/** A form without any value has no place in a file. */
const filled = ({ forms }: Content): SentForm[] =>
  forms
    .filter(({ cells, repeated }) => Object.keys(cells).length > 0 || repeated.length > 0)
    .map(({ form, millesime, cells, repeated }) => ({ form, millesime, cells, repeated }));

function payloadOfA(subject: Subject, content: Content, envelope: Envelope) {
  const { folder, period, deadline } = subject;
  const { account, at, callback, blockIfInconsistent, reference } = envelope;
  return channelAPayload({
    account,
    at,
    callback,
    blockIfInconsistent,
    reference,
    forms: filled(content),
    siren: folder.siren ?? '',
    siret: folder.siret ?? undefined,
    name: folder.name,
    start: period.start,
    end: period.end,
    due: deadline.due,
    amount: leftToPay(subject, content),
  });
}

const documentOfA = (subject: Subject, content: Content, envelope: Envelope) => {
  const { auth: _, ...document } = payloadOfA(subject, content, envelope);
  return document;
};

const authOf = (subject: Subject, content: Content, envelope: Envelope) => payloadOfA(subject, content, envelope).auth;

/** What is left to pay, whole euros. */
export function leftToPay({ type }: Pick<Subject, 'type'>, { forms }: Pick<Content, 'forms'>): number {
  const { toPay } = kindEntry(type);
  return Number(forms.find(({ form }) => form === toPay?.form)?.cells[toPay?.cell ?? ''] ?? 0);
}

const regimeCode = ({ regime }: Subject): 'RN' | 'RS' => (regime === 'simplified' ? 'RS' : 'RN');

function liasseText(subject: Subject, forms: readonly SentForm[], { account, callback, reference }: Envelope): string {
  const { folder, exercise, books, category = 'IS' } = subject;
  return writeLiasseText({
    source: 'taxops',
    account,
    callback,
    reference,
    category,
    regime: regimeCode(subject),
    siret: folder.siret ?? '',
    company: folder.name,
    start: exercise.start,
    end: exercise.end,
    lines: books[0]?.lines ?? [],
    forms: Object.fromEntries(forms.map(blockOf)),
  });
}

const ediDocument = (subject: Subject, content: Content, envelope: Envelope): EdiDocument => ({
  procedure: kindEntry(subject.type).edi.procedure,
  isTest: envelope.isTest,
  groups: [{ type: 'INFENT', declarations: ediDeclarations(subject, content, envelope) }],
});

function ediDeclarations(subject: Subject, content: Content, { reference }: Envelope): EdiDeclaration[] {
  const { folder, period, values, type, category } = subject;
  const { edi, obligation } = kindEntry(type);
  const declarant = { identifier: folder.siren ?? '', designation: folder.name, address: addressOf(folder) };
  const common = { reference, period, writer: writerOf(subject), forms: filled(content), kindOf: content.kindOf };
  const own = { ...common, declarant: { ...declarant, rof: values.facts.rof ?? obligation(category) } };
  if (edi.procedure === 'TDFC') return returnDeclarations({ ...own, ...returnFacts(subject) });
  const payments: Payment[] = (values.facts.payments ?? []).map((payment) => ({ ...payment }));
  return [paymentDeclaration({ ...own, type: edi.type, payments, toPay: leftToPay(subject, content) })];
}

function returnFacts(subject: Subject): Pick<ReturnFiling, 'type' | 'category' | 'regime' | 'months'> {
  const { exercise, earlier, category = 'IS', folder, values } = subject;
  const [last] = earlier;
  const before = last && { months: exerciseMonths(last), end: last.end as PlainDate };
  const facts = { activityCode: folder.naf ?? undefined, isProvisional: values.facts.provisional, before };
  return { ...facts, type: 'IDF', category, regime: regimeCode(subject), months: exerciseMonths(exercise) };
}
