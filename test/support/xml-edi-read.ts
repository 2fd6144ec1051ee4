/** Reads an XML-EDI document back: what a simulator receives, what was stored. */
import { ediErrors } from '../../src/services/edi/errors.ts';
import { child, childText, readXml, type XmlElement } from '../../src/services/edi/xml.ts';
import {
  type Address,
  DECLARATION_CODES,
  type EdiDeclaration,
  type EdiDocument,
  type EdiForm,
  type NameAndAddress,
  type Party,
  type Procedure,
  type Zone,
  type ZoneContent,
} from '../../src/services/edi/xml-edi.ts';
import { ruleIssues } from '../../src/services/edi/xml-edi-rules.ts';
import { shapeIssues } from '../../src/services/edi/xml-edi-schema.ts';

/** Throws XmlRefused when it is no XML within bounds, EdiInvalid with one issue per broken rule. */
export async function readXmlEdi(source: Uint8Array | string): Promise<EdiDocument> {
  const tree = await readXml(source);
  const shape = shapeIssues(tree);
  if (shape.length > 0) throw invalid(shape);
  const document = documentOf(tree);
  const rules = ruleIssues(document);
  if (rules.length > 0) throw invalid(rules);
  return document;
}

const invalid = (issues: ReturnType<typeof shapeIssues>) =>
  ediErrors.EdiInvalid(
    {
      count: issues.length,
      places: issues
        .slice(0, 5)
        .map(({ path }) => path)
        .join(', '),
    },
    issues,
  );

function documentOf(tree: XmlElement): EdiDocument {
  const groups = tree.children.map(({ attributes, children }) => ({
    type: attributes.Type === 'BALANC' ? ('BALANC' as const) : ('INFENT' as const),
    declarations: children.map(declarationOf),
  }));
  return { procedure: procedureOf(groups[0]?.declarations[0]), isTest: tree.attributes.Test === '1', groups };
}

/** The suffix of the role of the writer names the family. */
const procedureOf = (declaration: EdiDeclaration | undefined): Procedure => {
  const suffix = declaration?.writer.designation.split('_EDI_')[1] ?? '';
  return Object.hasOwn(DECLARATION_CODES, suffix) ? (suffix as Procedure) : 'TVA';
};

function declarationOf(tree: XmlElement): EdiDeclaration {
  const [sender, partner] = [child(tree, 'Emetteur'), child(tree, 'PartenaireEdi')];
  const declarant = required(tree, 'Redevable');
  const [identification, ...forms] = required(tree, 'ListeFormulaires').children;
  return {
    type: tree.attributes.Type ?? '',
    reference: tree.attributes.Reference ?? '',
    ...(sender && { sender: partyOf(sender) }),
    writer: partyOf(required(tree, 'Redacteur')),
    declarant: { ...partyOf(declarant), rof: childText(declarant, 'Rof') ?? '' },
    ...(partner && { partner: partyOf(partner) }),
    recipients: required(tree, 'ListeDestinataires').children.map(partyOf),
    identification: {
      millesime: identification?.attributes.Millesime ?? '',
      zones: (identification?.children ?? []).map(zoneOf),
    },
    forms: forms.map(formOf),
  };
}

/** The shape was checked: a missing element is a bug. */
function required(tree: XmlElement, name: string): XmlElement {
  const found = child(tree, name);
  if (!found) throw new RangeError(`${name} is missing`);
  return found;
}

/** Only what is there: absent elements leave no key. */
const present = <T extends object>(parts: T): T =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as T;

function partyOf(tree: XmlElement): Party {
  const address = addressOf(child(tree, 'Adresse'));
  return present({
    identifier: childText(tree, 'Siret') ?? childText(tree, 'Identifiant'),
    designation: childText(tree, 'Designation') ?? '',
    designation2: childText(tree, 'DesignationSuite1'),
    designation3: childText(tree, 'DesignationSuite2'),
    address,
    fileReference: childText(tree, 'ReferenceDossier'),
  });
}

function addressOf(tree: XmlElement | undefined): Address | undefined {
  if (!tree) return undefined;
  const address = present({
    number: childText(tree, 'AdresseNumero'),
    repetition: childText(tree, 'AdresseType') as Address['repetition'],
    street: childText(tree, 'AdresseVoie'),
    complement: childText(tree, 'AdresseComplement'),
    hamlet: childText(tree, 'AdresseHameau'),
    postCode: childText(tree, 'AdresseCodePostal'),
    town: childText(tree, 'AdresseVille'),
    country: childText(tree, 'AdresseCodePays'),
  });
  return Object.keys(address).length > 0 ? address : undefined;
}

const formOf = ({ attributes, children }: XmlElement): EdiForm => ({
  name: attributes.Nom ?? '',
  millesime: attributes.Millesime ?? '',
  ...(attributes.Repetition === undefined ? {} : { repetition: Number(attributes.Repetition) }),
  zones: children.map(zoneOf),
});

function zoneOf(tree: XmlElement): Zone {
  const id = tree.attributes.id ?? '';
  if (tree.children[0]?.name !== 'Occurrence') return { id, content: contentOf(tree) };
  const occurrences = tree.children.map((occurrence) => ({
    number: Number(occurrence.attributes.Numero),
    content: contentOf(occurrence),
  }));
  return { id, content: { kind: 'occurrences', occurrences } };
}

function contentOf(tree: XmlElement): ZoneContent {
  const [first] = tree.children;
  if (first?.name === 'Valeur') return { kind: 'value', value: first.text };
  if (first?.name === 'TexteLibre1') return { kind: 'texts', texts: tree.children.map(({ text }) => text) };
  if (first?.name === 'MonnaieCible') return { kind: 'currency', currency: first.text };
  if (first?.name !== 'Iban') return { kind: 'name', name: nameOf(tree) };
  const account = present({
    iban: first.text,
    bic: childText(tree, 'Bic') ?? '',
    holder: childText(tree, 'TitulaireDesignation'),
    holder2: childText(tree, 'TitulaireDesignationSuite'),
  });
  return { kind: 'account', account };
}

const nameOf = (tree: XmlElement): NameAndAddress =>
  present({
    identifier: childText(tree, 'Identifiant'),
    designation: childText(tree, 'Designation'),
    designation2: childText(tree, 'DesignationSuite1'),
    designation3: childText(tree, 'DesignationSuite2'),
    address: addressOf(tree),
    telephone: childText(tree, 'Telephone'),
    email: childText(tree, 'Email'),
  });
