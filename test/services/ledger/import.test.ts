import { describe, expect, it } from 'vitest';
import { updateFolder } from '../../../src/services/folders/folders.ts';
import { listExercises, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { listImports } from '../../../src/services/ledger/imports.ts';
import { listJournals, updateJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { content, type Entry, everything, fec, identifiers, importer, SALES, SIREN, siren } from './books.ts';

const db = await testDatabase();
const take = importer(db);
let sirens = 0;
/** Name of a file of a company that no other test has. */
const ofNewCompany = (end = '20241231') => `${siren(++sirens)}FEC${end}.txt`;
const folderOf = (report: { readonly applied: { readonly folderId: number } | null }): number =>
  report.applied?.folderId ?? Number.NaN;

describe('a first file', () => {
  it('makes the folder, the exercise, the chart and the entries', async () => {
    const report = await take(SALES);
    expect(report).toMatchObject({
      status: 'Imported',
      applied: {
        exerciseStart: '2024-01-01',
        exerciseEnd: '2024-12-31',
        grouping: 'journal-number-date',
        entries: { added: 5, changed: 0, removed: 0, unchanged: 0, kept: 0 },
        chart: { journalsAdded: 4, accountsAdded: 8, subAccountsAdded: 3, labelsChanged: 0 },
      },
      check: { verdict: 'Accepted' },
    });
    expect(await db.knex('folder').where({ siren: SIREN }).select('id', 'name')).toEqual([
      { id: folderOf(report), name: SIREN },
    ]);
    expect((await listJournals(db, folderOf(report))).map(({ code, type }) => [code, type])).toEqual([
      ['AN', 'Opening'],
      ['BQ', 'Bank'],
      ['HA', 'Purchase'],
      ['VE', 'Sale'],
    ]);
    expect(await identifiers(db, folderOf(report))).toEqual({
      1: [1, 1, 2, 3],
      2: [2, 4, 5, 6],
      3: [3, 7, 8],
      4: [4, 9, 10, 11],
      5: [5, 12, 13, 14],
    });
  });

  it('again changes nothing, identifiers and sequences included', async () => {
    const name = ofNewCompany();
    await take(SALES, { name });
    const before = await everything(db);
    const sequences = async () =>
      (await db.knex.raw('select sequencename, last_value from pg_sequences order by 1')).rows;
    const numbers = await sequences();
    expect(await take(SALES, { name })).toMatchObject({
      status: 'Unchanged',
      applied: { importId: null, entries: { unchanged: 5, added: 0 } },
    });
    // Another file of the same content: line ends and separators are not the ledger.
    const piped = fec(SALES).replaceAll('\t', '|').replaceAll('\r\n', '\n');
    expect(await take(piped, { name })).toMatchObject({ status: 'Unchanged', applied: { entries: { unchanged: 5 } } });
    expect(await everything(db)).toEqual(before);
    expect(await sequences()).toEqual(numbers);
  });

  it('that is refused writes nothing, not even its folder', async () => {
    const before = await everything(db);
    const wrong: Entry[] = [...SALES, { number: 6, date: '04-01', lines: ['512000 10', '706000 -9'] }];
    expect(await take(wrong, { name: ofNewCompany() })).toMatchObject({
      status: 'Refused',
      applied: null,
      check: { verdict: 'Refused', counts: { FEC060: 1, FEC061: 1 } },
    });
    expect(await everything(db)).toEqual(before);
  });

  it('keeps drafts, currencies, columns of its own and entries over two days or journals', async () => {
    const entries: Entry[] = [
      { number: 1, date: '01-05', valid: '', lines: ['512000 10', '706000 -10'], extra: { Section: 'Nord' } },
      { number: 2, date: '01-06', lines: ['512000 7'] },
      { number: 2, date: '01-09', lines: ['706000 -7'], extra: { Section: 'Sud', Projet: 'P\\1' } },
    ];
    const report = await take(entries, { name: ofNewCompany(), extraColumns: ['Section', 'Projet'] });
    expect(report.applied?.grouping).toBe('journal-number');
    const found = (await content(db, folderOf(report))) as {
      number: string;
      validation_date: string;
      lines: unknown[][];
    }[];
    expect(found.map(({ number, validation_date }) => [number, validation_date])).toEqual([
      ['1', null],
      ['2', '2024-01-09'],
    ]);
    expect(found.map(({ lines }) => lines.map((line) => [line[3], line[13]]))).toEqual([
      [
        ['2024-01-05', { Section: 'Nord' }],
        ['2024-01-05', { Section: 'Nord' }],
      ],
      [
        ['2024-01-06', null],
        ['2024-01-09', { Section: 'Sud', Projet: 'P\\1' }],
      ],
    ]);
  });

  it('without usable numbers is cut where journals come back to balance', async () => {
    const entries: Entry[] = SALES.map((entry) => ({ ...entry, number: 0 }));
    const report = await take(entries, { name: ofNewCompany() });
    expect(report.applied).toMatchObject({ grouping: 'running-balance', entries: { added: 5 } });
  });

  it('of a cash form may leave accounts blank', async () => {
    const cash = fec([{ number: 1, date: '01-05', lines: ['512000 10', ' -10'] }]).replace(
      'Idevise',
      'Idevise\tDateRglt\tModeRglt\tNatOp\tIdClient',
    );
    const filled = cash.replaceAll('\t\t\r\n', '\t\t\t20240107\tCB\t\tK7\r\n').replace('Compte \t', 'Sans compte\t');
    const report = await take(filled, { name: ofNewCompany(), form: 'BNC-cash' });
    expect(report.status).toBe('Imported');
    const [entry] = (await content(db, folderOf(report))) as { lines: unknown[][] }[];
    expect(entry?.lines.map((line) => line[1])).toEqual(['512000', '']);
    expect(entry?.lines[0]?.[13]).toEqual({ DateRglt: '2024-01-07', ModeRglt: 'CB', IdClient: 'K7' });
    const plain = await take(SALES, { name: ofNewCompany(), form: 'commercial' });
    expect(await db.knex('account').where({ folder_id: folderOf(plain), number: '' })).toEqual([]);
  });
});

describe('a changed file', () => {
  /** Imports sales, then what `change` makes of them. */
  async function changed(change: (entries: Entry[]) => Entry[], first: readonly Entry[] = SALES) {
    const name = ofNewCompany();
    const before = await take(first, { name });
    const ids = await identifiers(db, folderOf(before));
    const report = await take(change([...first]), { name });
    return { name, ids, report, after: await identifiers(db, folderOf(before)), folderId: folderOf(before) };
  }
  const edit = (number: number, how: (entry: Entry) => Entry) => (entries: Entry[]) =>
    entries.map((entry) => (entry.number === number ? how(entry) : entry));

  it('adds, changes and removes entry by entry, and names them', async () => {
    const { report, ids, after, folderId } = await changed((entries) => [
      ...edit(4, (entry) => ({ ...entry, lines: ['411000/C2 720', '706000 -600', '445710 -120'] }))(entries).slice(
        0,
        4,
      ),
      { journal: 'OD', number: 6, date: '03-31', lines: ['681000 100', '281000 -100'] },
    ]);
    expect(report.status).toBe('Updated');
    expect(report.applied?.entries).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 3, kept: 0 });
    expect(report.applied?.changes).toEqual([
      {
        kind: 'Added',
        entryId: 6,
        journalCode: 'OD',
        entryNumber: '6',
        date: '2024-03-31',
        label: 'Écriture 6',
        debit: '100.00',
        fields: [],
      },
      {
        kind: 'Changed',
        entryId: 4,
        journalCode: 'VE',
        entryNumber: '4',
        date: '2024-02-20',
        label: 'Écriture 4',
        debit: '720.00',
        fields: ['Lines'],
      },
      {
        kind: 'Removed',
        entryId: 5,
        journalCode: 'HA',
        entryNumber: '5',
        date: '2024-03-05',
        label: 'Écriture 5',
        debit: '60.00',
        fields: [],
      },
    ]);
    const { 5: _removed, ...kept } = ids;
    expect(after).toEqual({ ...kept, 6: [6, 15, 16] });
    const { items } = await listImports(db, folderId, { page: 1, limit: 10 });
    expect(items.map(({ report }) => report.status)).toEqual(['Updated', 'Imported']);
    expect(items[0]?.report.changes.map(({ kind, entryId }) => [kind, entryId])).toEqual([
      ['Added', 6],
      ['Changed', 4],
      ['Removed', 5],
    ]);
  });

  it('and back again restores what it says, with the identifiers of what stayed', async () => {
    const { name, folderId, ids } = await changed((entries) => entries.filter(({ number }) => number !== 3));
    const report = await take(SALES, { name });
    expect(report.applied?.entries).toMatchObject({ added: 1, unchanged: 4 });
    expect(await identifiers(db, folderId)).toEqual({ ...ids, 3: [6, 15, 16] });
    expect(await content(db, folderId)).toEqual(
      await content(db, folderOf(await take(SALES, { name: ofNewCompany() }))),
    );
  });

  it('keeps the identifier of a line whose neighbours change', async () => {
    const lines = ['411000/C1 1200', '411000/C2 60', '706000 -1050', '445710 -210'];
    const { ids, after, report } = await changed(edit(2, (entry) => ({ ...entry, lines })));
    expect(report.applied?.changes.map(({ entryId, fields }) => [entryId, fields])).toEqual([[2, ['Lines']]]);
    const [entry, customer, revenue, tax] = ids[2] ?? [];
    expect(after[2]).toEqual([entry, customer, 15, revenue, tax]);
  });

  eachOf(
    [
      ['its validation', edit(2, (entry) => ({ ...entry, valid: '01-31' })), ['ValidationDate']],
      ['its number', edit(2, (entry) => ({ ...entry, number: 20, label: 'Écriture 2', piece: 'P2' })), ['Number']],
      ['its day', edit(2, (entry) => ({ ...entry, date: '01-16', valid: '01-15' })), ['Date', 'Lines']],
    ],
    1,
  )('knows an entry again by the rest when %s changes', async (_what, change, fields) => {
    const { report, ids, after } = await changed(change);
    expect(report.applied?.changes.map(({ kind, entryId, fields }) => [kind, entryId, fields])).toEqual([
      ['Changed', 2, fields],
    ]);
    expect(Object.values(after).sort()).toEqual(Object.values(ids).sort());
  });

  it('that renumbers everything keeps every identifier', async () => {
    const { report, ids, after } = await changed((entries) => [
      { journal: 'OD', number: 1, date: '01-01', lines: ['471000 1', '758000 -1'], label: 'x' },
      ...entries.map((entry) => ({
        ...entry,
        number: Number(entry.number) + 1,
        label: `Écriture ${entry.number}`,
        piece: `P${entry.number}`,
      })),
    ]);
    expect(report.applied?.entries).toMatchObject({ added: 1, changed: 5, removed: 0 });
    expect(new Set(Object.values(after).map(([id]) => id))).toEqual(
      new Set([...Object.values(ids).map(([id]) => id), 6]),
    );
  });

  it('takes new labels into the report, from the last exercise only', { tags: 'long' }, async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    const renamed = fec(SALES).replaceAll('Compte 512000', 'Banque du Port');
    expect(await take(renamed, { name })).toMatchObject({
      status: 'Updated',
      applied: { chart: { labelsChanged: 1 } },
    });
    expect(await db.knex('account').where({ folder_id: folderId, number: '512000' }).select('label')).toEqual([
      { label: 'Banque du Port' },
    ]);
    const nextYear = fec(SALES.map((entry) => ({ ...entry, date: `2025-${entry.date}` })));
    await take(nextYear, { name: name.replace('20241231', '20251231') });
    expect(await take(renamed.replace('Écriture 2', 'Autre'), { name })).toMatchObject({
      applied: { chart: { labelsChanged: 0 } },
    });
    expect(await db.knex('account').where({ folder_id: folderId, number: '512000' }).select('label')).toEqual([
      { label: 'Compte 512000' },
    ]);
  });

  it('leaves entries written here where they are, and a type that people set', async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    const [bank] = (await listJournals(db, folderId)).filter(({ code }) => code === 'BQ');
    await updateJournal(db, folderId, bank?.id ?? 0, { type: 'Cash' });
    const written = await createEntry(db, folderId, {
      journal: 'BQ',
      date: '2024-04-02' as never,
      label: 'Frais',
      lines: [
        { account: '606000', debit: 100n, credit: 0n },
        { account: '512000', debit: 0n, credit: 100n },
      ],
    });
    const report = await take(edit(2, (entry) => ({ ...entry, label: 'Autre' }))([...SALES]), { name });
    expect(report.applied?.entries).toEqual({ added: 0, changed: 1, removed: 0, unchanged: 4, kept: 1 });
    expect((await identifiers(db, folderId))[written.number]).toEqual([
      written.id,
      ...written.lines.map(({ id }) => id),
    ]);
    expect((await listJournals(db, folderId, 'Cash')).map(({ code }) => code)).toEqual(['BQ']);
  });

  it('that drops most of an exercise is refused unless it replaces it', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at): Entry => ({ number: at + 1, date: '01-10', lines: [`512000 ${at + 1}`, `706000 -${at + 1}`] }),
    );
    const name = ofNewCompany();
    const folderId = folderOf(await take(many, { name }));
    const other = many.slice(0, 12).map((entry) => ({ ...entry, journal: 'ZZ' }));
    const before = await everything(db);
    await expect(take(other, { name })).rejects.toMatchObject({
      code: 'LedgerFileUnrelated',
      params: { removed: 30, entries: 30 },
    });
    expect(await everything(db)).toEqual(before);
    expect(await take(other, { name, replace: true })).toMatchObject({
      status: 'Updated',
      applied: { entries: { removed: 30, added: 12 } },
    });
    expect((await content(db, folderId)).length).toBe(12);
  });
});

describe('the place of a file', () => {
  it('is the folder named, when it is of that company and active', async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    await expect(take(SALES, { folderId })).rejects.toMatchObject({ code: 'LedgerFolderMismatch' });
    await expect(take(SALES, { folderId: 9999, name })).rejects.toMatchObject({ code: 'FolderNotFound' });
    expect(folderOf(await take(SALES, { folderId, name: 'export.txt', closing: '2024-12-31' as never }))).toBe(
      folderId,
    );
    await updateFolder(db, folderId, { isActive: false });
    await expect(take(SALES, { name })).rejects.toMatchObject({ code: 'LedgerFolderInactive' });
  });

  it('must be given by the name or an option', async () => {
    await expect(take(SALES, { name: 'export.txt' })).rejects.toMatchObject({ code: 'LedgerClosingUnknown' });
    await expect(take(SALES, { name: 'export.txt', closing: '2024-12-31' as never })).rejects.toMatchObject({
      code: 'LedgerSirenUnknown',
    });
    await expect(take(SALES, { name: '123456789FEC20241231.txt' })).rejects.toMatchObject({ code: 'SirenInvalid' });
  });

  it('is never the folder of another caller', async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    const stranger = {
      kind: 'user',
      userId: 'u',
      clientId: 'c',
      companyId: 1,
      folders: new Set([folderId + 1000]),
      rights: RIGHTS_OF_ACCESS.write,
    } as const;
    const before = await everything(db);
    await expect(take(SALES, { name }, { actor: stranger })).rejects.toMatchObject({ code: 'LedgerFolderUnknown' });
    expect(await everything(db)).toEqual(before);
    const owner = { ...stranger, folders: new Set([folderId]) };
    expect(await take(SALES, { name }, { actor: owner })).toMatchObject({ status: 'Unchanged' });
  });

  it('is asked for when two folders bear the SIREN', async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    const [company] = await db.knex('company').insert({ name: 'Autre cabinet' }).returning('id');
    await db.knex('folder').insert({ company_id: company.id, name: 'Double', siren: name.slice(0, 9) });
    await expect(take(SALES, { name })).rejects.toMatchObject({ code: 'LedgerFolderAmbiguous' });
    expect(await take(SALES, { name, folderId })).toMatchObject({ status: 'Unchanged' });
  });

  it('is an open exercise that overlaps no other', async () => {
    const name = ofNewCompany();
    const folderId = folderOf(await take(SALES, { name }));
    const [exercise] = await listExercises(db, folderId);
    const shifted = SALES.map((entry) => ({
      ...entry,
      date: `2024-0${Number(entry.date.slice(1, 2)) + 3}${entry.date.slice(2)}`,
    }));
    await expect(take(shifted, { name: name.replace('20241231', '20250331') })).rejects.toMatchObject({
      code: 'ExerciseOverlaps',
    });
    await updateExercise(db, folderId, exercise?.id ?? 0, { isClosed: true });
    expect(await take(SALES, { name })).toMatchObject({ status: 'Unchanged' });
    await expect(take(SALES.slice(0, 4), { name })).rejects.toMatchObject({ code: 'ExerciseClosed' });
    expect((await content(db, folderId)).length).toBe(5);
  });

  it('is the same exercise when files are named after the day they were made', async () => {
    const name = ofNewCompany('20240331');
    const folderId = folderOf(await take(SALES, { name }));
    const more: Entry[] = [...SALES, { journal: 'OD', number: 6, date: '05-31', lines: ['681000 100', '281000 -100'] }];
    const report = await take(more, { name: name.replace('20240331', '20240630') });
    expect(report.applied).toMatchObject({
      exerciseStart: '2024-01-01',
      exerciseEnd: '2024-06-30',
      entries: { added: 1, unchanged: 5 },
    });
    expect(await listExercises(db, folderId)).toHaveLength(1);
  });

  it('leaves everything as it was when the caller leaves meanwhile', async () => {
    const name = ofNewCompany();
    await take(SALES, { name });
    const before = await everything(db);
    const signal = AbortSignal.abort(new Error('left'));
    await expect(take(SALES.slice(0, 3), { name }, { signal })).rejects.toThrow('left');
    let calls = 0;
    const late = { throwIfAborted: () => (++calls > 1 ? signal.throwIfAborted() : undefined) } as AbortSignal;
    await expect(take(SALES.slice(0, 3), { name }, { signal: late })).rejects.toThrow('left');
    expect(await everything(db)).toEqual(before);
  });
});
