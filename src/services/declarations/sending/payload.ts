/** The bytes that leave: an XML-EDI file for ChannelB and the internal channel, documents of ChannelA. */

import { exerciseMonths } from '../../calendar/periods.ts';
import type { ChannelName, Payloads } from '../../channels/channel.ts';
import {
  type FilledForm,
  type Payment,
  paymentDeclaration,
  type ReturnFiling,
  returnDeclaration,
} from '../../edi/assemble.ts';
import { channelAPayload } from '../../edi/channel-a.ts';
import { writeLiasseText } from '../../edi/liasse-text.ts';
import type { EdiDeclaration, EdiDocument, Party, Procedure } from '../../edi/xml-edi.ts';
import { writeXmlEdi } from '../../edi/xml-edi-write.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Instant } from '../../kernel/paris-time.ts';
import type { Content } from './contents.ts';
import type { SendableType } from './period.ts';
import type { Subject } from './subject.ts';

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

interface Kind {
  /** As channels name the form. */
  readonly form: string;
  readonly procedure: Procedure;
  readonly ediType: 'IDF' | 'IS' | 'CVA';
  readonly obligation: string;
}

/** `obligation`: the usual reference, when nobody declared another. */
export const KINDS: Readonly<Record<SendableType, Kind>> = {
  Liasse: { form: 'Liasse', procedure: 'TDFC', ediType: 'IDF', obligation: 'IS1' },
  LiasseTeteDeGroupe: { form: '2065', procedure: 'TDFC', ediType: 'IDF', obligation: 'IS1' },
  IS2571: { form: '2571', procedure: 'PAYE', ediType: 'IS', obligation: 'IS1' },
  IS2572: { form: '2572', procedure: 'PAYE', ediType: 'IS', obligation: 'IS1' },
  IS2573: { form: '2573', procedure: 'PAYE', ediType: 'IS', obligation: 'IS1' },
  CVAESolde: { form: '1329DEF', procedure: 'PAYE', ediType: 'CVA', obligation: 'CVAE1' },
  CVAEAcompte: { form: '1329AC', procedure: 'PAYE', ediType: 'CVA', obligation: 'CVAE1' },
};

export interface BuiltPayload {
  readonly payload: Payloads[keyof Payloads];
  readonly contentType: string;
  /** The forms with identity and period, without account nor addresses: what a caller may be shown. */
  readonly json: string;
}

/** Throws EdiInvalid. */
export function buildPayload(subject: Subject, content: Content, envelope: Envelope): BuiltPayload {
  const forms = filled(content);
  const json = JSON.stringify(documentOfA(subject, forms, envelope));
  if (envelope.channel !== 'ChannelA') {
    const { bytes } = writeXmlEdi(ediDocument(subject, content, envelope));
    const { procedure } = KINDS[subject.type];
    return {
      json,
      contentType: 'application/xml',
      payload: { kind: 'edi', content: bytes, subject: envelope.subject, procedure },
    };
  }
  if (subject.type === 'Liasse') {
    const text = liasseText(subject, forms, envelope);
    return { json, contentType: 'text/plain; charset=utf-8', payload: { kind: 'liasse', content: Buffer.from(text) } };
  }
  const text = JSON.stringify({ auth: authOf(subject, forms, envelope), ...JSON.parse(json) });
  return { json, contentType: 'application/json', payload: { kind: 'forms', content: Buffer.from(text) } };
}

/** The EDI text of a declaration, whatever channel it may go to. Throws EdiInvalid. */
export const ediText = (subject: Subject, content: Content, envelope: Envelope): string =>
  writeXmlEdi(ediDocument(subject, content, envelope)).text;

/** A form without any value has no place in a file. */
const filled = ({ forms }: Content): FilledForm[] =>
  forms
    .filter(({ cells, repeated }) => Object.keys(cells).length > 0 || repeated.length > 0)
    .map(({ form, millesime, cells, repeated }) => ({ form, millesime, cells, repeated }));

function payloadOfA(subject: Subject, forms: readonly FilledForm[], envelope: Envelope) {
  const { folder, period, deadline } = subject;
  const { account, at, callback, blockIfInconsistent, reference } = envelope;
  return channelAPayload({
    account,
    at,
    callback,
    blockIfInconsistent,
    reference,
    forms,
    siren: folder.siren ?? '',
    siret: folder.siret ?? undefined,
    name: folder.name,
    start: period.start,
    end: period.end,
    due: deadline.due,
    amount: leftToPay(forms),
  });
}

const documentOfA = (subject: Subject, forms: readonly FilledForm[], envelope: Envelope) => {
  const { auth: _, ...document } = payloadOfA(subject, forms, envelope);
  return document;
};

const authOf = (subject: Subject, forms: readonly FilledForm[], envelope: Envelope) =>
  payloadOfA(subject, forms, envelope).auth;

const PAYABLE: Readonly<Record<string, string>> = { '2571': 'FN', '2572': 'PL', '1329AC': 'KA', '1329DEF': 'KA' };

/** What is left to pay, whole euros. */
const leftToPay = (forms: readonly FilledForm[]): number =>
  forms.reduce((sum, { form, cells }) => sum + Number(cells[PAYABLE[form] ?? ''] ?? 0), 0);

const regimeCode = ({ regime }: Subject): 'RN' | 'RS' => (regime === 'simplified' ? 'RS' : 'RN');

function liasseText(
  subject: Subject,
  forms: readonly FilledForm[],
  { account, callback, reference }: Envelope,
): string {
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
    forms: Object.fromEntries(forms.map(({ form, cells }) => [form, cells])),
  });
}

const ediDocument = (subject: Subject, content: Content, envelope: Envelope): EdiDocument => ({
  procedure: KINDS[subject.type].procedure,
  isTest: envelope.isTest,
  groups: [{ type: 'INFENT', declarations: [ediDeclaration(subject, content, envelope)] }],
});

function ediDeclaration(subject: Subject, content: Content, { reference }: Envelope): EdiDeclaration {
  const { folder, period, values, type } = subject;
  const { ediType, obligation } = KINDS[type];
  const rof = values.facts.rof ?? obligation;
  const forms = filled(content);
  const common = {
    reference,
    period,
    writer: writerOf(subject),
    forms,
    kindOf: content.kindOf,
    declarant: { identifier: folder.siren ?? '', designation: folder.name, rof },
  };
  if (ediType === 'IDF') return returnDeclaration({ ...common, ...returnFacts(subject) });
  const payments: Payment[] = (values.facts.payments ?? []).map((payment) => ({ ...payment }));
  return paymentDeclaration({ ...common, type: ediType, payments, toPay: leftToPay(forms) });
}

function writerOf({ values, company }: Subject): Party {
  const { siret, name = company.name, street, postCode, town } = values.facts.writer ?? { siret: '' };
  return { identifier: siret, designation: name, address: { street, postCode, town } };
}

function returnFacts(subject: Subject): Pick<ReturnFiling, 'type' | 'category' | 'regime' | 'months'> {
  const { exercise, earlier, category = 'IS', folder, values } = subject;
  const [last] = earlier;
  const before = last && { months: exerciseMonths(last), end: last.end as PlainDate };
  const facts = { activityCode: folder.naf ?? undefined, isProvisional: values.facts.provisional, before };
  return { ...facts, type: 'IDF', category, regime: regimeCode(subject), months: exerciseMonths(exercise) };
}
