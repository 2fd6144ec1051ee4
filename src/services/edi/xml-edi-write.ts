/** Writes an XML-EDI document: texts made acceptable, every rule checked, ISO 8859-15. Equal documents, equal bytes. */
import { ediErrors } from './errors.ts';
import { encodeLatin9 } from './latin9.ts';
import { fitLines, sanitise, type TextChange } from './text.ts';
import { writeXml, type XmlElement, xml } from './xml.ts';
import type {
  Address,
  BankAccount,
  EdiDeclaration,
  EdiDocument,
  NameAndAddress,
  Party,
  Zone,
  ZoneContent,
} from './xml-edi.ts';
import { ruleIssues } from './xml-edi-rules.ts';
import { shapeIssues } from './xml-edi-schema.ts';

export interface WrittenEdi {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Texts that had to change: characters that the format refuses, names and streets too long. */
  readonly changes: readonly TextChange[];
}

const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-15" standalone="yes"?>\n';

/** Largest deposit; beyond it, split the declarations over several. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Throws EdiInvalid with one issue per broken rule. */
export function writeXmlEdi(document: EdiDocument): WrittenEdi {
  const writer = new TreeWriter();
  const tree = writer.document(document);
  const issues = [...shapeIssues(tree), ...ruleIssues(document)];
  const text = `${DECLARATION}${writeXml(tree)}`;
  if (text.length > MAX_BYTES) issues.push({ path: 'XmlEdi', code: 'TooLarge', message: `${MAX_BYTES} bytes at most` });
  if (issues.length > 0) {
    const places = issues
      .slice(0, 5)
      .map(({ path }) => path)
      .join(', ');
    throw ediErrors.EdiInvalid({ count: issues.length, places }, issues);
  }
  return { text, bytes: encodeLatin9(text), changes: writer.changes };
}

const REPETITIONS = { bis: 'B', ter: 'T', quater: 'Q' } as const;

/** `12 bis rue des Lilas` in its parts, where the number does not stand apart already. */
function splitStreet({ number, street = '' }: Address): Pick<Address, 'number' | 'repetition' | 'street'> {
  const [, digits, , repetition, rest] = /^(\d{1,4})( ?(bis|ter|quater)\b)?,? +(.+)$/i.exec(street) ?? [];
  if (number !== undefined || digits === undefined) return {};
  const word = repetition?.toLowerCase() as keyof typeof REPETITIONS | undefined;
  return { number: digits, repetition: word && REPETITIONS[word], street: rest };
}

/** An optional element: none when its text is absent or empty. */
const some = (name: string, text: string | undefined): XmlElement[] => (text ? [xml(name, text)] : []);

/** Longest piece of a free text. */
const PIECE = 512;

/** Cut once it is made acceptable, for that may lengthen it; an empty text stays one, to be refused. */
const piecesOf = (text: string): string[] => text.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? [text];

class TreeWriter {
  readonly changes: TextChange[] = [];

  document({ isTest, groups }: EdiDocument): XmlElement {
    const inside = groups.map(({ type, declarations }) =>
      xml(
        'GroupeFonctionnel',
        declarations.map((declaration) => this.declaration(declaration)),
        { Type: type },
      ),
    );
    return xml('XmlEdi', inside, { Test: isTest ? '1' : '0' });
  }

  private declaration(declaration: EdiDeclaration): XmlElement {
    const { type, reference, sender, writer, declarant, partner, recipients, identification, forms } = declaration;
    const inside = [
      ...(sender ? [this.party('Emetteur', 'Siret', sender)] : []),
      this.party('Redacteur', 'Siret', writer),
      this.party('Redevable', 'Identifiant', declarant, [xml('Rof', declarant.rof)]),
      ...(partner ? [this.party('PartenaireEdi', 'Identifiant', partner)] : []),
      xml(
        'ListeDestinataires',
        recipients.map(({ designation, identifier }) =>
          xml('Destinataire', [xml('Designation', designation), ...some('Identifiant', identifier)]),
        ),
      ),
      xml('ListeFormulaires', [
        xml('Identif', this.zones('Identif', identification.zones), { Millesime: identification.millesime }),
        ...forms.map(({ name, millesime, repetition, zones }) =>
          xml('Formulaire', this.zones(name, zones), {
            Nom: name,
            Millesime: millesime,
            ...(repetition === undefined ? {} : { Repetition: String(repetition) }),
          }),
        ),
      ]),
    ];
    return xml('Declaration', inside, { Type: type, Reference: reference });
  }

  private party(name: string, identifier: string, party: Party, last: readonly XmlElement[] = []): XmlElement {
    return xml(name, [
      ...some(identifier, party.identifier),
      ...this.designations(name, party),
      xml('Adresse', this.address(name, party.address ?? {})),
      ...some('ReferenceDossier', this.clean(`${name}.ReferenceDossier`, party.fileReference, 70)),
      ...last,
    ]);
  }

  /** A name takes two lines of 35 characters at most: the third is the role of a writer, or the legal form. */
  private designations(
    path: string,
    party: Pick<NameAndAddress, 'designation' | 'designation2' | 'designation3'>,
  ): XmlElement[] {
    const given = [party.designation, party.designation2, party.designation3].filter((line) => line !== undefined);
    const cleaned = given.map((line) => this.sanitised(`${path}.Designation`, line)).filter((line) => line !== '');
    const lines = cleaned.flatMap((line, index) => {
      const fitted = fitLines(line, 35, index === cleaned.length - 1 && index < 2 ? 2 : 1);
      this.note(`${path}.Designation`, line, fitted.join(' '));
      return fitted;
    });
    return lines.map((line, index) => xml(index === 0 ? 'Designation' : `DesignationSuite${index}`, line));
  }

  /** Number, `bis`, `ter` or `quater` and the rest of the street stand apart; what the street cannot hold goes below. */
  private address(path: string, address: Address): XmlElement[] {
    const { number, repetition, street, complement } = { ...address, ...splitStreet(address) };
    const [line, below] = this.lines(`${path}.AdresseVoie`, street ?? '', 30);
    return [
      ...some('AdresseNumero', number),
      ...some('AdresseType', repetition),
      ...some('AdresseVoie', line),
      ...some('AdresseComplement', this.clean(`${path}.AdresseComplement`, complement ?? below, 35)),
      ...some('AdresseHameau', this.clean(`${path}.AdresseHameau`, address.hamlet, 35)),
      ...some('AdresseCodePostal', address.postCode),
      ...some('AdresseVille', this.clean(`${path}.AdresseVille`, address.town, 35)),
      ...some('AdresseCodePays', address.country),
    ];
  }

  private zones(form: string, zones: readonly Zone[]): XmlElement[] {
    return zones.map(({ id, content }) => {
      const path = `${form}.${id}`;
      if (content.kind !== 'occurrences') return xml('Zone', this.content(path, content), { id });
      const occurrences = content.occurrences.map((occurrence) =>
        xml('Occurrence', this.content(path, occurrence.content), { Numero: String(occurrence.number) }),
      );
      return xml('Zone', occurrences, { id });
    });
  }

  private content(path: string, content: ZoneContent): XmlElement[] {
    if (content.kind === 'name') return this.name(path, content.name);
    if (content.kind === 'account') return this.account(path, content.account);
    if (content.kind === 'currency') return [xml('MonnaieCible', content.currency)];
    if (content.kind === 'value') return [xml('Valeur', this.sanitised(path, content.value))];
    const pieces = content.texts.flatMap((text) => piecesOf(this.sanitised(path, text)));
    return pieces.map((text, index) => xml(`TexteLibre${index + 1}`, text));
  }

  private name(path: string, name: NameAndAddress): XmlElement[] {
    return [
      ...some('Identifiant', name.identifier),
      ...this.designations(path, name),
      ...this.address(path, name.address ?? {}),
      ...some('Telephone', this.clean(`${path}.Telephone`, name.telephone, 15)),
      ...some('Email', name.email),
    ];
  }

  private account(path: string, { iban, bic, holder, holder2 }: BankAccount): XmlElement[] {
    return [
      xml('Iban', iban),
      xml('Bic', bic),
      ...some('TitulaireDesignation', this.clean(`${path}.TitulaireDesignation`, holder, 35)),
      ...some('TitulaireDesignationSuite', this.clean(`${path}.TitulaireDesignationSuite`, holder2, 35)),
    ];
  }

  /** Two lines at most, cut at a blank. */
  private lines(path: string, text: string, length: number): string[] {
    const lines = fitLines(sanitise(text), length, 2);
    this.note(path, text, lines.join(' '));
    return lines;
  }

  private sanitised(path: string, text: string): string {
    const clean = sanitise(text);
    this.note(path, text, clean);
    return clean;
  }

  private clean(path: string, text: string | undefined, length: number): string | undefined {
    if (text === undefined) return undefined;
    const clean = sanitise(text).slice(0, length).trim();
    this.note(path, text, clean);
    return clean;
  }

  private note(path: string, from: string, to: string): void {
    if (from !== to) this.changes.push({ path, from, to });
  }
}
