/**
 * What a portal does with a file before it takes it: reads it and checks it against the schema of its procedure. The
 * rules are those of `schemas/*.xsd`, read by libxml2, and deposit-controls.ts: nothing is shared with what writes the
 * files, so that a mistake of the writer cannot hide here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm';
import { packageFile } from '../../kernel/package-file.ts';
import { CONTROLS } from './deposit-controls.ts';

export interface DepositedDeclaration {
  readonly type: string;
  readonly reference: string;
  readonly siren: string;
  readonly name: string;
  readonly rof: string;
  readonly recipient: string;
  /** Days YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  readonly forms: readonly string[];
}

export interface DepositedFile {
  readonly isTest: boolean;
  readonly declarations: readonly DepositedDeclaration[];
}

/** A file that can be taken, or what is wrong with it. */
export type Verdict = { readonly file: DepositedFile } | { readonly faults: readonly string[] };

/** `procedure`: TDFC, PAYE or TVA, as the deposit says. */
export async function checkDeposit(procedure: string, content: Uint8Array): Promise<Verdict> {
  const { ParseOption, XmlDocument, XmlLibError } = await import('libxml2-wasm');
  const schema = await validatorOf(procedure);
  if (!schema) return { faults: [`procédure ${procedure} inconnue`] };
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromBuffer(content, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET });
    if (document.dtd) return { faults: ['un type de document est refusé'] };
    schema.validate(document);
    const faults = brokenControls(document);
    return faults.length > 0 ? { faults } : { file: fileOf(document) };
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return { faults: error.details.map(({ line, message }) => `ligne ${line} : ${message.trim()}`) };
  } finally {
    document?.dispose();
  }
}

const SCHEMAS = 'src/services/simulators/channels/schemas';
/** Where the schemas are for libxml2, which reads nothing else from outside a document. */
const PLACE = 'taxops-schemas:/';

const validators = new Map<string, XsdValidator>();

/** Compiled at first use and kept: undefined for a procedure without schema. */
async function validatorOf(procedure: string): Promise<XsdValidator | undefined> {
  if (validators.size === 0) await compileSchemas();
  return validators.get(procedure.toUpperCase());
}

async function compileSchemas(): Promise<void> {
  const { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } = await import('libxml2-wasm');
  const folder = packageFile(SCHEMAS);
  const files = readdirSync(folder).map((name): [string, Buffer] => [
    `${PLACE}${name}`,
    readFileSync(`${folder}/${name}`),
  ]);
  const sources = Object.fromEntries(files);
  xmlRegisterInputProvider(new XmlBufferInputProvider(sources));
  for (const procedure of ['TDFC', 'PAYE', 'TVA']) {
    const url = `${PLACE}${procedure.toLowerCase()}.xsd`;
    validators.set(procedure, XsdValidator.fromDoc(XmlDocument.fromBuffer(sources[url] ?? Buffer.alloc(0), { url })));
  }
}

const IDENTIFICATION = 'ListeFormulaires/Identif/Zone';
const brokenControls = (document: XmlDocument): string[] =>
  CONTROLS.flatMap(([code, about, path]) => (document.find(path).length > 0 ? [`contrôle ${code} : ${about}`] : []));

const fileOf = (document: XmlDocument): DepositedFile => ({
  isTest: document.get('/XmlEdi[@Test="1"]') !== null,
  declarations: document.find('//Declaration').map((node) => declarationOf(node as XmlElement)),
});

function declarationOf(declaration: XmlElement): DepositedDeclaration {
  const text = (path: string): string => declaration.get(path)?.content ?? '';
  const day = (zone: string): string =>
    text(`${IDENTIFICATION}[@id='${zone}']/Valeur`).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return {
    type: text('@Type'),
    reference: text('@Reference'),
    siren: text('Redevable/Identifiant'),
    name: text('Redevable/Designation'),
    rof: text('Redevable/Rof'),
    recipient: text('ListeDestinataires/Destinataire/Designation'),
    start: day('CA'),
    end: day('CB'),
    forms: declaration.find('ListeFormulaires/Formulaire/@Nom').map(({ content }) => content),
  };
}
