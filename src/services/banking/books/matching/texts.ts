/** What the texts of both sides name: words of letters, and references with figures, written in any way. */
import { foldLabel } from '../../statements/fingerprint.ts';

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
  /** What kind of payment it says it is. */
  readonly kinds: ReadonlySet<string>;
}

/** Words that say the kind of a payment: they bring together the lines of one day, and join no pair. */
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['CHQ', 'CHEQUE', 'CHEQUES', 'REMISE', 'REM'].map((word) => [word, 'Cheque'])),
  ...Object.fromEntries(['CB', 'CARTE', 'CARTES', 'TPE'].map((word) => [word, 'Card'])),
  ...Object.fromEntries(['SALAIRE', 'SALAIRES', 'PAIE', 'PAYE'].map((word) => [word, 'Salary'])),
  ...Object.fromEntries(['FOURNISSEUR', 'FOURNISSEURS', 'LOT'].map((word) => [word, 'Batch'])),
};

/** Most texts say no kind: they share one set, as they come by tens of thousands. */
const NO_KIND: ReadonlySet<string> = new Set();

function kindsOf(parts: readonly string[]): ReadonlySet<string> {
  const said = parts.filter((part) => part in KINDS);
  return said.length === 0 ? NO_KIND : new Set(said.flatMap((part) => KINDS[part] ?? []));
}

const isWord = (part: string): boolean => part.length > 2 && !/\d/.test(part) && !COMMON.has(part);
const isReference = (text: string): boolean =>
  /\d{2}/.test(text) && (NUMBER.test(text) || (text.length >= SHORTEST && /[A-Z]/.test(text)));
const withoutZeros = (text: string): string => (text.startsWith('0') ? text.replace(/^0+(?=\d+$)/, '') : text);

/** `FA-2026-0042` as `FA20260042`, cheque `0007701` as `7701`: undefined when it would be found anywhere. */
export function referenceOf(text: string): string | undefined {
  const compact = withoutZeros(foldLabel(text).replace(/[^A-Z0-9]/g, ''));
  return isReference(compact) ? compact : undefined;
}

const partsOf = (folded: string, part: RegExp): readonly string[] => folded.match(part) ?? [];

/** Of a line of the books: `references` are its document and the invoices that its counterpart settles. */
export function booksText(text: string, references: readonly string[]): Text {
  const parts = partsOf(foldLabel(text), /[A-Z0-9]+/g);
  return {
    words: new Set(parts.filter(isWord)),
    references: new Set([
      ...[...new Set(references)].flatMap((each) => referenceOf(each) ?? []),
      ...parts.map(withoutZeros).filter(isReference),
    ]),
    kinds: kindsOf(parts),
  };
}

/** Of a movement of the bank: the references are those of `known` that it writes, whatever separates their parts. */
export function bankText(text: string, known: ReadonlySet<string>): Text {
  const folded = foldLabel(text);
  const runs = partsOf(folded, /[A-Z]+|\d+/g);
  const references = new Set<string>();
  for (let from = 0; from < runs.length; from++) {
    let joined = '';
    for (const run of runs.slice(from, from + MOST_RUNS)) {
      joined += run;
      const compact = withoutZeros(joined);
      if (known.has(compact)) references.add(compact);
    }
  }
  const parts = partsOf(folded, /[A-Z0-9]+/g);
  return { words: new Set(parts.filter(isWord)), references, kinds: kindsOf(parts) };
}
