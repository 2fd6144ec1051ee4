/** What the texts of both sides name: words of letters, and references with figures, written in any way. */
import { eachInTurns } from '../../../kernel/turns.ts';
import { foldLabel } from '../../statements/fingerprint.ts';
import { chequeOf, type Series, seriesOf, seriesWith } from './series.ts';

/** Words that banks and accountants write around what matters, whatever the folder. */
const COMMON = new Set(
  `VIR VIREMENT VIREMENTS VIRT SEPA RECU EMIS INST INSTANTANE PRLV PRELEVEMENT CHQ CHEQUE CHEQUES REMISE CARTE PAIEMENT
   PAIEMENTS FACTURE FACTURES FACT REGLEMENT REGLEMENTS ECHEANCE DES LES AUX DANS SUR DU ET EN PAR POUR SAS SARL EURL SCI
   MME MLLE NOTRE VOTRE REF COMPTE CLIENT CLIENTS FOURNISSEUR FOURNISSEURS`.split(/\s+/),
);

/** Numbers that tell: short ones and years do not. */
const NUMBER = /^(?!(19|20)\d\d$)\d{4,}$/;
const SHORTEST = 5;
/** Runs of letters or figures that one reference may be written in: `FA-2026/0042` has three. */
const MOST_RUNS = 5;

export interface Text {
  readonly words: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
  /** Documents too short for a reference, or in words: they join no pair, but lines that bear one may be one movement. */
  readonly documents: ReadonlySet<string>;
  /** What kind of payment it says it is. */
  readonly kinds: ReadonlySet<string>;
  /** Numbers by the series that they belong to. */
  readonly series: Series;
  /** The letter that stands for a first name, by the name before it. */
  readonly initials: ReadonlyMap<string, string>;
}

/** Words that say the kind of a payment: they bring together the lines of one day, and join no pair. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...['CHQ', 'CHEQUE', 'CHEQUES', 'REMISE', 'REM'].map((word) => [word, 'Cheque'] as const),
  ...['CB', 'CARTE', 'CARTES', 'TPE'].map((word) => [word, 'Card'] as const),
  ...['SALAIRE', 'SALAIRES', 'PAIE', 'PAYE'].map((word) => [word, 'Salary'] as const),
  ...['FOURNISSEUR', 'FOURNISSEURS', 'LOT'].map((word) => [word, 'Batch'] as const),
]);

/** Most texts say no kind: they share one set, as they come by tens of thousands. */
const NO_KIND: ReadonlySet<string> = new Set();

function kindsOf(parts: readonly string[]): ReadonlySet<string> {
  const said = parts.filter((part) => KINDS.has(part));
  return said.length === 0 ? NO_KIND : new Set(said.flatMap((part) => KINDS.get(part) ?? []));
}

/** Most texts have none. */
export const NO_INITIALS: ReadonlyMap<string, string> = new Map();

/** `DUPONT J`, but not `DUPONT S A`. */
function initialsOf(folded: string): ReadonlyMap<string, string> {
  if (!/[A-Z] [A-Z]\b/.test(folded)) return NO_INITIALS;
  const found = [...folded.matchAll(/\b([A-Z]{3,}) ([A-Z])\b(?![ .][A-Z]\b)/g)];
  return found.length === 0 ? NO_INITIALS : new Map(found.map(([, name = '', letter = '']) => [name, letter]));
}

const isWord = (part: string): boolean => part.length > 2 && !/\d/.test(part) && !COMMON.has(part);
/** `F2026`, `FA 2026`: what every invoice of a year begins with. */
const YEAR_OF_SERIES = /^[A-Z]{1,4}(19|20)\d\d$/;
const isReference = (text: string): boolean =>
  /\d{2}/.test(text) &&
  !YEAR_OF_SERIES.test(text) &&
  (NUMBER.test(text) || (text.length >= SHORTEST && /[A-Z]/.test(text)));
const withoutZeros = (text: string): string => (text.startsWith('0') ? text.replace(/^0+(?=\d+$)/, '') : text);

/** `FA-2026-0042` as `FA20260042`, cheque `0007701` as `7701`: undefined when it would be found anywhere. */
export function referenceOf(text: string): string | undefined {
  const compact = withoutZeros(foldLabel(text).replace(/[^A-Z0-9]/g, ''));
  return isReference(compact) ? compact : undefined;
}

const SHORTEST_DOCUMENT = 3;

/** `CB-03`, `CARTE MARS`: what `referenceOf` leaves out. */
function shortDocumentOf(text: string): string | undefined {
  const compact = withoutZeros(foldLabel(text).replace(/[^A-Z0-9]/g, ''));
  return compact.length >= SHORTEST_DOCUMENT && !isReference(compact) ? compact : undefined;
}

/** Most texts have none. */
const NO_DOCUMENT: ReadonlySet<string> = new Set();
const setOf = (documents: readonly string[]): ReadonlySet<string> =>
  documents.length === 0 ? NO_DOCUMENT : new Set(documents);

const partsOf = (folded: string, part = /[A-Z0-9]+/g): readonly string[] => folded.match(part) ?? [];

/** Of a line of the books: `references` are its document and the invoices that its counterpart settles. */
export function booksText(text: string, references: readonly string[]): Text {
  const folded = foldLabel(text);
  const parts = partsOf(folded);
  const documents = [...new Set(references)].flatMap((each) => referenceOf(each) ?? []);
  return {
    words: new Set(parts.filter(isWord)),
    references: new Set([...documents, ...parts.map(withoutZeros).filter(isReference)]),
    documents: setOf(references.flatMap((each) => shortDocumentOf(each) ?? [])),
    kinds: kindsOf(parts),
    series: seriesWith(documents.flatMap(inSeries), chequeOf(folded) ?? chequeDocument(folded, documents)),
    initials: initialsOf(folded),
  };
}

/** Of what a line of a cheque has for a document, the number of the cheque. */
const chequeDocument = (folded: string, documents: readonly string[]): string | undefined =>
  /\b(?:CHQ|CHEQUE)\b/.test(folded) ? documents.find((document) => /^\d+$/.test(document)) : undefined;

/** Words that banks write before any number are no series. */
function inSeries(compact: string): readonly [series: string, number: string][] {
  const series = YEAR_OF_SERIES.test(compact) ? undefined : seriesOf(compact);
  return series === undefined || COMMON.has(series.slice(0, -1)) ? [] : [[series, compact]];
}

/** What the books write that the bank may write too. */
export interface Known {
  readonly references: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
  /** Series of their documents. */
  readonly series: ReadonlySet<string>;
}

export async function knownOf(lines: readonly Text[]): Promise<Known> {
  const [references, documents, series] = [new Set<string>(), new Set<string>(), new Set<string>()];
  await eachInTurns(lines, (line) => {
    for (const each of line.references) references.add(each);
    for (const each of line.documents) documents.add(each);
    for (const each of line.series.keys()) series.add(each);
  });
  return { references, documents, series };
}

/** All that may be one reference, which letters alone are not, or one document. */
function* joinedIn(folded: string): Generator<readonly [compact: string, hasFigures: boolean]> {
  const runs = partsOf(folded, /[A-Z]+|\d+/g);
  for (let from = 0; from < runs.length; from++) {
    let joined = '';
    let hasFigures = false;
    for (let at = from; at < Math.min(from + MOST_RUNS, runs.length); at++) {
      const run = runs[at] as string;
      joined += run;
      hasFigures ||= /\d/.test(run);
      yield [withoutZeros(joined), hasFigures];
    }
  }
}

/** Of a movement of the bank: the references are those of `known` that it writes, whatever separates their parts. */
export function bankText(text: string, known: Known): Text {
  const folded = foldLabel(text);
  const references = new Set<string>();
  const numbers: (readonly [series: string, number: string])[] = [];
  const documents: string[] = [];
  for (const [compact, hasFigures] of joinedIn(folded)) {
    if (known.documents.has(compact)) documents.push(compact);
    if (!hasFigures) continue;
    if (known.references.has(compact)) references.add(compact);
    for (const number of inSeries(compact)) if (known.series.has(number[0])) numbers.push(number);
  }
  const parts = partsOf(folded);
  return {
    words: new Set(parts.filter(isWord)),
    references,
    documents: setOf(documents),
    kinds: kindsOf(parts),
    series: seriesWith(numbers, chequeOf(folded)),
    initials: initialsOf(folded),
  };
}
