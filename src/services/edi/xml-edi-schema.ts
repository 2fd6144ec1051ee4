/**
 * The shape of an XML-EDI document: names, order, counts, lengths and characters of every element, as in the public
 * schemas XmlEdiTva, XmlEdiTdfc, XmlEdiPaiement and TypeBase. The writer checks what it made, so that a fault is named
 * before anything leaves, and the reader what was stored. Simulators have schemas of their own.
 */
import type { Issue } from '../kernel/errors.ts';
import { ALLOWED_TEXT } from './text.ts';
import type { XmlElement } from './xml.ts';

interface ElementRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Attributes by name; `?` at the end of the name: may be absent. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  /** A text of that pattern, or children in that order, or one of several orders, known by the first child. */
  readonly content: RegExp | readonly ElementRule[] | { readonly oneOf: readonly (readonly ElementRule[])[] };
}

const once = { min: 1, max: 1 } as const;
const optional = { min: 0, max: 1 } as const;

type Count = Pick<ElementRule, 'min' | 'max'>;

const element = (
  name: string,
  count: Count,
  content: ElementRule['content'],
  attributes: ElementRule['attributes'] = {},
): ElementRule => ({ name, ...count, content, attributes });

/** A text of 1 to `length` allowed characters. */
const upTo = (length: number): RegExp => new RegExp(`${ALLOWED_TEXT.source.slice(0, -2)}{1,${length}}$`);

/** An address that stands alone has a street, a post code and a town; within a zone every part may be absent. */
const address = (count: Count): readonly ElementRule[] => [
  element('AdresseNumero', optional, /^\d{1,4}$/),
  element('AdresseType', optional, /^[BTQ]$/),
  element('AdresseVoie', count, upTo(30)),
  element('AdresseComplement', optional, upTo(35)),
  element('AdresseHameau', optional, upTo(35)),
  element('AdresseCodePostal', count, upTo(17)),
  element('AdresseVille', count, upTo(35)),
  element('AdresseCodePays', optional, /^[A-Z]{2}$/),
];

const SIRET = /^\d{14}$/;
const SIREN = /^\d{9}$/;
const ROF = /^(?=.{1,15}$)[A-Z]{2,}\d+$/;

const REFERENCE = /^INFENT[A-Za-z0-9_-]{1,29}$/;

const fileReference = (content: RegExp): ElementRule => element('ReferenceDossier', optional, content);

const party = (identifier: ElementRule, ...last: readonly ElementRule[]): readonly ElementRule[] => [
  identifier,
  element('Designation', once, upTo(35)),
  element('DesignationSuite1', optional, upTo(35)),
  element('Adresse', once, address(once)),
  ...last,
];

/** The first line of a writer is its role; its name follows. */
const WRITER: readonly ElementRule[] = [
  element('Siret', once, SIRET),
  element('Designation', once, upTo(35)),
  element('DesignationSuite1', once, upTo(35)),
  element('DesignationSuite2', optional, upTo(35)),
  element('Adresse', once, address(once)),
  fileReference(upTo(70)),
];

const ZONE_CONTENT: readonly (readonly ElementRule[])[] = [
  [element('Valeur', once, upTo(512))],
  [1, 2, 3, 4, 5].map((n) => element(`TexteLibre${n}`, n === 1 ? once : optional, upTo(512))),
  [
    element('Iban', once, /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
    element('Bic', once, /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
    element('TitulaireDesignation', optional, upTo(35)),
    element('TitulaireDesignationSuite', optional, upTo(35)),
  ],
  [element('MonnaieCible', once, /^[A-Z]{3}$/)],
  [
    element('Identifiant', optional, upTo(35)),
    ...['Designation', 'DesignationSuite1', 'DesignationSuite2'].map((name) => element(name, optional, upTo(35))),
    ...address(optional),
    element('Telephone', optional, upTo(15)),
    element('Email', optional, upTo(250)),
  ],
];

const OCCURRENCE = element('Occurrence', { min: 1, max: 9999 }, { oneOf: ZONE_CONTENT }, { Numero: /^[1-9]\d{0,3}$/ });

const ZONES = element('Zone', { min: 1, max: 9999 }, { oneOf: [...ZONE_CONTENT, [OCCURRENCE]] }, { id: /^[A-Z]{2}$/ });

const MILLESIME = /^\d{2}$/;

const DECLARATION: readonly ElementRule[] = [
  element('Emetteur', optional, party(element('Siret', once, SIRET), fileReference(upTo(70)))),
  element('Redacteur', once, WRITER),
  element(
    'Redevable',
    once,
    party(element('Identifiant', once, SIREN), fileReference(REFERENCE), element('Rof', once, ROF)),
  ),
  element('PartenaireEdi', optional, party(element('Identifiant', once, /^\d{7}$/), fileReference(upTo(70)))),
  element('ListeDestinataires', once, [
    element('Destinataire', { min: 1, max: 3 }, [
      element('Designation', once, upTo(35)),
      element('Identifiant', optional, upTo(35)),
    ]),
  ]),
  element('ListeFormulaires', once, [
    element('Identif', once, [ZONES], { Millesime: MILLESIME }),
    element('Formulaire', { min: 1, max: 9999 }, [ZONES], {
      Nom: /^[A-Z0-9]{1,10}$/,
      Millesime: MILLESIME,
      'Repetition?': /^[1-9]\d{0,3}$/,
    }),
  ]),
];

const XML_EDI: ElementRule = element(
  'XmlEdi',
  once,
  [
    element(
      'GroupeFonctionnel',
      { min: 1, max: 2 },
      [
        element('Declaration', { min: 1, max: 100 }, DECLARATION, {
          Type: /^[A-Z]{2,3}$/,
          Reference: REFERENCE,
        }),
      ],
      { Type: /^(INFENT|BALANC)$/ },
    ),
  ],
  { Test: /^[01]$/ },
);

const issue = (path: string, code: string, message: string): Issue => ({ path, code, message });

/** Every place where a tree leaves the shape. */
export function shapeIssues(tree: XmlElement, rule: ElementRule = XML_EDI, path: string = rule.name): Issue[] {
  if (tree.name !== rule.name) return [issue(path, 'ElementUnknown', `${rule.name} is expected, not ${tree.name}`)];
  const { content } = rule;
  const inside =
    content instanceof RegExp ? textIssues(tree, content, path) : sequenceIssues(tree, sequenceOf(content, tree), path);
  return [...attributeIssues(tree, rule, path), ...inside];
}

const sequenceOf = (
  content: readonly ElementRule[] | { readonly oneOf: readonly (readonly ElementRule[])[] },
  tree: XmlElement,
): readonly ElementRule[] => {
  if (!('oneOf' in content)) return content;
  const first = tree.children[0]?.name;
  return content.oneOf.find((sequence) => sequence.some(({ name }) => name === first)) ?? content.oneOf[0] ?? [];
};

function attributeIssues({ attributes }: XmlElement, rule: ElementRule, path: string): Issue[] {
  const rules = Object.entries(rule.attributes).map(
    ([name, pattern]) => [name.replace('?', ''), name, pattern] as const,
  );
  const wrong = rules.flatMap(([name, declared, pattern]) => {
    const given = attributes[name];
    if (given === undefined && declared.endsWith('?')) return [];
    return given !== undefined && pattern.test(given)
      ? []
      : [issue(`${path}@${name}`, 'AttributeInvalid', `${pattern} is expected`)];
  });
  const known = new Set(rules.map(([name]) => name));
  const stray = Object.keys(attributes).filter((name) => !known.has(name));
  return [...wrong, ...stray.map((name) => issue(`${path}@${name}`, 'AttributeUnknown', 'no such attribute'))];
}

function textIssues({ children, text }: XmlElement, pattern: RegExp, path: string): Issue[] {
  if (children.length > 0) return [issue(path, 'ElementUnknown', 'a text is expected, not elements')];
  return pattern.test(text) ? [] : [issue(path, 'TextInvalid', `${pattern} is expected`)];
}

/** Walks the children along the sequence: each rule takes as many as it may, in order. */
function sequenceIssues({ children, text }: XmlElement, rules: readonly ElementRule[], path: string): Issue[] {
  const issues = text.trim() === '' ? [] : [issue(path, 'TextInvalid', 'elements are expected, not a text')];
  let at = 0;
  for (const rule of rules) {
    const start = at;
    while (children[at]?.name === rule.name) at++;
    const taken = children.slice(start, at);
    const place = `${path}.${rule.name}`;
    if (taken.length < rule.min) issues.push(issue(place, 'ElementMissing', `${rule.min} at least`));
    if (taken.length > rule.max) issues.push(issue(place, 'ElementsTooMany', `${rule.max} at most`));
    for (const [index, tree] of taken.slice(0, rule.max).entries()) {
      issues.push(...shapeIssues(tree, rule, rule.max > 1 ? `${place}[${labelOf(tree, index)}]` : place));
    }
  }
  const stray = children[at];
  if (stray) issues.push(issue(`${path}.${stray.name}`, 'ElementUnknown', 'unknown, or out of order'));
  return issues;
}

/** What people know an element by. */
const labelOf = ({ attributes }: XmlElement, index: number): string =>
  (attributes.id ?? attributes.Nom ?? attributes.Reference ?? String(index + 1)).slice(0, 35);
