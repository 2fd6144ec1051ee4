/**
 * Writes a FEC of any size: `npm run ts test/bench/generate-fec.ts FOLDER [ENTRIES] [--scattered]`.
 * The same arguments give the same bytes. One million entries are 2.5 million lines, some 360 MB.
 * `--scattered` puts the lines of each entry far apart, as exports sorted by account do.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const HEADER =
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\t' +
  'EcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise\r\n';

/** Park-Miller: enough for data, and the same everywhere. */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
const euros = (cents: number): string => `${Math.floor(cents / 100)},${pad(cents % 100, 2)}`;
/** Days of 2024 as the entries go through the year. */
const dayOf = (rank: number, total: number): string => {
  const day = new Date(Date.UTC(2024, 0, 1) + Math.floor((rank / total) * 366) * 86_400_000);
  return day.toISOString().slice(0, 10).replaceAll('-', '');
};

type Line = readonly [account: string, label: string, aux: string, auxLabel: string, debit: number, credit: number];

/** An invoice and its payment, lettered together. */
interface Sale {
  readonly customer: readonly [code: string, name: string];
  readonly revenue: string;
  readonly total: number;
  readonly letter: string;
}

function saleOf(rank: number, random: (below: number) => number): Sale {
  const partner = 1 + random(20_000);
  return {
    customer: [`C${pad(partner, 6)}`, `Société Cliente n° ${partner}`],
    revenue: `706${pad(random(300), 3)}`,
    total: 100 + random(900_000),
    letter: String.fromCharCode(
      65 + (rank % 26),
      65 + (Math.floor(rank / 26) % 26),
      65 + (Math.floor(rank / 676) % 26),
    ),
  };
}

function invoiceLines({ customer, revenue, total }: Sale): Line[] {
  const net = Math.round(total / 1.2);
  return [
    ['411000', 'Clients', ...customer, total, 0],
    [revenue, `Prestations de services ${revenue}`, '', '', 0, net],
    ['445710', 'TVA collectée 20 %', '', '', 0, total - net],
  ];
}

const paymentLines = ({ customer, total }: Sale): Line[] => [
  ['512000', 'Banque', '', '', total, 0],
  ['411000', 'Clients', ...customer, 0, total],
];

function* entryTexts(entries: number): Generator<string[]> {
  const random = randomSource(20_240_101);
  let sale = saleOf(1, random);
  for (let rank = 1; rank <= entries; rank++) {
    const isInvoice = rank % 2 === 1;
    if (isInvoice) sale = saleOf(rank, random);
    const day = dayOf(rank, entries + 1);
    const piece = `F2024-${pad(rank, 7)}`;
    const lines = isInvoice ? invoiceLines(sale) : paymentLines(sale);
    yield lines.map(([account, label, aux, auxLabel, debit, credit]) => {
      const head = `${isInvoice ? 'VE\tVentes' : 'BQ\tBanque'}\t${rank}\t${day}\t${account}\t${label}\t${aux}\t${auxLabel}`;
      const lettering = aux === '' ? '\t' : `${sale.letter}\t${day}`;
      const text = `${piece}\t${day}\tRèglement ou facture ${piece}`;
      return `${head}\t${text}\t${euros(debit)}\t${euros(credit)}\t${lettering}\t${day}\t\t\r\n`;
    });
  }
}

/** First lines of all entries, then their second lines, then the others. */
function* scattered(entries: number): Generator<string> {
  for (let rank = 0; rank < 3; rank++) {
    for (const lines of entryTexts(entries)) yield lines[rank] ?? '';
  }
}

function* chunks(entries: number, isScattered: boolean): Generator<string> {
  let pending = HEADER;
  const texts = isScattered ? scattered(entries) : entryTexts(entries);
  for (const text of texts) {
    pending += typeof text === 'string' ? text : text.join('');
    if (pending.length < 256 * 1024) continue;
    yield pending;
    pending = '';
  }
  yield pending;
}

/** Writes the file; returns its path. */
export async function generateFec(folder: string, entries: number, isScattered = false): Promise<string> {
  const path = join(folder, isScattered ? '732829320FEC20241231_2.txt' : '732829320FEC20241231.txt');
  await pipeline(Readable.from(chunks(entries, isScattered)), createWriteStream(path));
  return path;
}

const [folder, count = '1000000', option] = process.argv.slice(2);
if (folder !== undefined && process.argv[1]?.endsWith('generate-fec.ts')) {
  process.stdout.write(`${await generateFec(folder, Number(count), option === '--scattered')}\n`);
}
