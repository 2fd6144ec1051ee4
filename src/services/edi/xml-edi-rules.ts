/** Rules of an XML-EDI document that no shape can say: keys, roles, counts across elements. */
import { isValidBIC, isValidIBAN } from 'ibantools';
import { isSiren, isSiret } from '../folders/siren.ts';
import { parsePlainDate } from '../kernel/dates.ts';
import type { Issue } from '../kernel/errors.ts';
import {
  DECLARATION_CODES,
  type EdiDeclaration,
  type EdiDocument,
  type Party,
  type Procedure,
  type Zone,
} from './xml-edi.ts';

const issue = (path: string, code: string, message: string): Issue => ({ path, code, message });

const WRITER_ROLES = ['ENT', 'CEC', 'ATD'];
const RECIPIENT_ROLES: Readonly<Record<Procedure, readonly string[]>> = {
  TVA: ['DGI', 'CEC', 'OGA'],
  TDFC: ['DGI', 'CEC', 'OGA', 'BDF', 'BQE', 'TPE', 'ENT'],
  PAYE: ['DGI', 'CEC', 'OGA'],
};

/** Every rule that the document breaks. */
export function ruleIssues(document: EdiDocument): Issue[] {
  const declarations = document.groups.flatMap((group) => group.declarations);
  return [
    ...groupIssues(document),
    ...declarations.flatMap((declaration) => declarationIssues(document.procedure, declaration)),
    ...obligationIssues(declarations),
  ];
}

function groupIssues({ procedure, groups }: EdiDocument): Issue[] {
  const [first, second] = groups;
  const issues =
    first && first.type !== 'INFENT' ? [issue('GroupeFonctionnel[1]', 'GroupInvalid', 'INFENT comes first')] : [];
  if (second && (procedure !== 'TDFC' || second.type !== 'BALANC')) {
    issues.push(issue('GroupeFonctionnel[2]', 'GroupInvalid', 'only TDFC has a second group, BALANC'));
  }
  return issues;
}

function declarationIssues(procedure: Procedure, declaration: EdiDeclaration): Issue[] {
  const { type, reference, writer, declarant, sender, recipients } = declaration;
  const checks: readonly (readonly [string, boolean, string])[] = [
    ['Type', DECLARATION_CODES[procedure].includes(type), `a type of ${procedure} is expected`],
    ['Redacteur.Siret', isSiret(writer.identifier ?? ''), 'a SIRET whose key is right is expected'],
    [
      'Redacteur.Designation',
      WRITER_ROLES.includes(roleOf(writer, procedure)),
      `a role …_EDI_${procedure} is expected`,
    ],
    ['Redevable.Identifiant', isSiren(declarant.identifier ?? ''), 'a SIREN whose key is right is expected'],
    ['Emetteur.Siret', !sender || isSiret(sender.identifier ?? ''), 'a SIRET whose key is right is expected'],
    [
      'ListeDestinataires',
      recipients.every((recipient) => RECIPIENT_ROLES[procedure].includes(roleOf(recipient, procedure))),
      `roles …_EDI_${procedure} are expected`,
    ],
  ];
  const broken = checks.flatMap(([path, holds, message]) =>
    holds ? [] : [issue(`${reference}.${path}`, 'RuleBroken', message)],
  );
  return [
    ...broken,
    ...zoneIssues(declaration),
    ...identificationIssues(procedure, declaration),
    ...paymentIssues(declaration),
  ];
}

/** `CEC` of `CEC_EDI_TDFC`; empty when the suffix is that of another family. */
const roleOf = ({ designation }: Party, procedure: Procedure): string =>
  designation.endsWith(`_EDI_${procedure}`) ? designation.slice(0, -`_EDI_${procedure}`.length) : '';

/** Control 016: a zone once per form; control 012: a form once per repetition. */
function zoneIssues({ reference, identification, forms }: EdiDeclaration): Issue[] {
  const sheets = [{ name: 'Identif', repetition: 1, zones: identification.zones }, ...forms];
  const twice = sheets.flatMap(({ name, zones }) =>
    repeated(zones.map(({ id }) => id)).map((id) =>
      issue(`${reference}.${name}.${id}`, 'ZoneTwice', 'a zone comes once in a form'),
    ),
  );
  const formsTwice = repeated(sheets.map(({ name, repetition = 1 }) => `${name}.${repetition}`)).map((name) =>
    issue(`${reference}.${name}`, 'FormTwice', 'a form comes once, or with another repetition'),
  );
  return [...twice, ...formsTwice];
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Controls of the identification form; numbers are those of the tax authority for EDI-TVA. */
function identificationIssues(procedure: Procedure, declaration: EdiDeclaration): Issue[] {
  const { reference, type, declarant, identification, recipients, forms } = declaration;
  const zones = new Map(identification.zones.map((zone) => [zone.id, zone]));
  const [start, end] = [dayOf(zones.get('CA')), dayOf(zones.get('CB'))];
  const isTva = procedure === 'TVA';
  const dueMonth = isTva && forms.some(({ name }) => DUE_MONTH_FORMS.includes(name));
  const holder = zones.get('AA')?.content;
  const checks: readonly (readonly [string, boolean, string])[] = [
    [
      'AA',
      holder?.kind === 'name' && holder.name.identifier === declarant.identifier,
      'the SIREN of the declarant is expected',
    ],
    ['CA', start !== undefined, 'control 007: the first day of the period is expected'],
    ['CB', end !== undefined && (start ?? '') <= end, 'control 007: the last day of the period is expected'],
    ['KD', textOf(zones.get('KD')) === declarant.rof, 'control 158: the reference of the obligation is expected'],
    [
      'KE',
      !(isTva && zones.has('BB') && zones.has('KE')),
      'control 163: closing and reorganisation exclude each other',
    ],
    ['BB', !(dueMonth && (zones.has('BB') || zones.has('KE'))), 'control 165: no closing with an instalment'],
    ['KF', !isTva || dueMonth === zones.has('KF'), 'control 161: the due month comes with an instalment only'],
    [
      'GA',
      !(type === 'RBT' && PAYMENTS.some(([account]) => zones.has(account))),
      'control 061: no payment in a refund',
    ],
  ];
  const toOga = type === 'RBT' && recipients.some(({ designation }) => designation.startsWith('OGA_'));
  const refund = toOga
    ? [issue(`${reference}.ListeDestinataires`, 'RuleBroken', 'no refund to a management centre')]
    : [];
  return [
    ...checks.flatMap(([zone, holds, message]) =>
      holds ? [] : [issue(`${reference}.Identif.${zone}`, 'RuleBroken', message)],
    ),
    ...refund,
  ];
}

/** Forms of instalments: they name the month they fall due in. */
const DUE_MONTH_FORMS = ['3514', '3525BIS'];

const dayOf = (zone: Zone | undefined): string | undefined =>
  parsePlainDate(textOf(zone).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

const PAYMENTS: readonly (readonly [string, string, string])[] = [
  ['GA', 'HA', 'KA'],
  ['GB', 'HB', 'KB'],
  ['GC', 'HC', 'KC'],
];

/** Each payment has its account, its amount above 0 and its reference of 31 characters at most; keys are right. */
function paymentIssues({ reference, identification }: EdiDeclaration): Issue[] {
  const zones = new Map(identification.zones.map((zone) => [zone.id, zone]));
  return PAYMENTS.flatMap(([account, amount, label]) => {
    const [held, due, named] = [zones.get(account), zones.get(amount), zones.get(label)];
    if (!held && !due && !named) return [];
    const path = `${reference}.Identif`;
    return [
      ...(accountIsRight(held)
        ? []
        : [issue(`${path}.${account}`, 'AccountInvalid', 'IBAN and BIC whose keys are right are expected')]),
      ...(/^[1-9]\d{0,14}$/.test(textOf(due))
        ? []
        : [issue(`${path}.${amount}`, 'AmountInvalid', 'whole euros above 0 are expected')]),
      ...(/^.{1,31}$/.test(textOf(named))
        ? []
        : [issue(`${path}.${label}`, 'ReferenceInvalid', '1 to 31 characters are expected')]),
    ];
  });
}

const textOf = (zone: Zone | undefined): string => (zone?.content.kind === 'value' ? zone.content.value : '');

const accountIsRight = (zone: Zone | undefined): boolean =>
  zone?.content.kind === 'account' && isValidIBAN(zone.content.account.iban) && isValidBIC(zone.content.account.bic);

/** Control 164: the same obligation twice in one deposit. */
function obligationIssues(declarations: readonly EdiDeclaration[]): Issue[] {
  const obligations = declarations.map(({ type, declarant }) => `${type} ${declarant.identifier} ${declarant.rof}`);
  const references = declarations.map(({ reference }) => reference);
  return [
    ...repeated(obligations).map((obligation) =>
      issue(obligation, 'ObligationTwice', 'one declaration of an obligation per deposit'),
    ),
    ...repeated(references).map((reference) => issue(reference, 'ReferenceTwice', 'one declaration per reference')),
  ];
}
