/**
 * Schemas of EBICS, written again from the public ones (H004, H005, S001, S002, H000) for the orders that are spoken here:
 * what each side of a conversation says is held against them, and nothing is shared with what writes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';

const FOLDER = join(import.meta.dirname, 'ebics-schemas');
const PLACE = 'ebics-schemas:/';
const sources = Object.fromEntries(
  readdirSync(FOLDER).map((name): [string, Buffer] => [`${PLACE}${name}`, readFileSync(join(FOLDER, name))]),
);
xmlRegisterInputProvider(new XmlBufferInputProvider(sources));

const SCHEMA_OF: Readonly<Record<string, string>> = {
  'http://www.ebics.org/H000': 'hev.xsd',
  'http://www.ebics.org/S001': 's001.xsd',
  'http://www.ebics.org/S002': 's002.xsd',
  'urn:org:ebics:H004': 'h004.xsd',
  'urn:org:ebics:H005': 'h005.xsd',
};
const validators = new Map<string, XsdValidator>();

function validatorOf(file: string): XsdValidator {
  const known = validators.get(file);
  if (known) return known;
  const url = `${PLACE}${file}`;
  const made = XsdValidator.fromDoc(XmlDocument.fromBuffer(sources[url] ?? Buffer.alloc(0), { url }));
  validators.set(file, made);
  return made;
}

/** What is wrong with a message or with the data of an order; empty when nothing is. */
export function schemaFaults(text: string): string[] {
  const document = XmlDocument.fromString(text);
  try {
    const { namespaceUri, name } = document.root;
    const file = SCHEMA_OF[namespaceUri];
    if (file === undefined) return [`${name}: no schema of ${namespaceUri}`];
    validatorOf(file).validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message.trim());
  } finally {
    document.dispose();
  }
}
