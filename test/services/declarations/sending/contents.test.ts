/** What is built of each type, for each channel: from the ledger, from declared values, and what is asked for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { FRENCH } from '../../../../src/commands/operation/french-messages.ts';
import type { ChannelName } from '../../../../src/services/channels/channel.ts';
import type { DeclarationType } from '../../../../src/services/declarations/kinds.ts';
import type { DeclaredValues } from '../../../../src/services/declarations/sending/declared-values.ts';
import { formsOnPaper } from '../../../../src/services/declarations/sending/forms-on-paper.ts';
import { type Prepared, prepare } from '../../../../src/services/declarations/sending/prepare.ts';
import { readSettings, writeSettings } from '../../../../src/services/declarations/settings.ts';
import { readLiasseText } from '../../../../src/services/edi/liasse-text.ts';
import { updateCompany } from '../../../../src/services/folders/companies.ts';
import { updateFolder } from '../../../../src/services/folders/folders.ts';
import { type CellType, isComputed, isLine } from '../../../../src/services/forms/cell-table.ts';
import { FORMS } from '../../../../src/services/forms/form-book.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { createAccount } from '../../../../src/services/ledger/accounts.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { createEntry } from '../../../../src/services/ledger/write-entries.ts';
import type { Context } from '../../../../src/services/operation/context.ts';
import { checkDeposit } from '../../../../src/services/simulators/channels/deposited-file.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { readXmlEdi } from '../../../support/xml-edi-read.ts';
import { END, fill, IBAN, LEDGER, WRITER, world } from '../../filing/world.ts';

const db = await testDatabase();
const { ctx, declare, newFolder, send } = world(db);

const NEXT_END = '2025-12-31';
const YEAR = { start: '2024-01-01' as PlainDate, end: END };

/** What is said of places without French words for it. */
const inEnglishAlone = (error: unknown): string[] =>
  (error as TaxopsError).issues.map(({ message }) => message).filter((said) => FRENCH.translate(said) === said);

async function folderOfTwoYears(): Promise<number> {
  const folder = await newFolder();
  await createExercise(db, folder, { start: '2025-01-01' as PlainDate, end: NEXT_END as PlainDate });
  return folder;
}

const build = (folderId: number, type: DeclarationType, end: string, channel: ChannelName) =>
  prepare(ctx, { folderId, type, end: end as PlainDate, channel });

const pays = (amount: number) => ({ payments: [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount }] });
const person = { capitalPaidAndHeldByPersons: true };

/** What each type needs to be declared, and a cell that shows it was built: profit 30 000, turnover 60 000. */
const TYPES: readonly [DeclarationType, string, Partial<DeclaredValues>, string, Record<string, number>][] = [
  ['Liasse', END, {}, '2053', { HN: 30_000 }],
  ['LiasseTeteDeGroupe', END, { forms: { '2065': { cells: { HA: 30_000 } } } }, '2065', { HA: 30_000 }],
  [
    'LiasseTeteDeGroupe',
    END,
    {
      forms: {
        '2065': { cells: { HA: 30_000 } },
        '2058ER': { cells: { CA: 900, CS: 40, ZM: '99812040600017 MERLAN' } },
      },
    },
    '2058ER',
    { CX: 900, CY: 40, CZ: 860 },
  ],
  ['IS2572', END, { facts: { ...person, ...pays(4_500) } }, '2572', { RB: 30_000, GE: 4_500, PL: 4_500 }],
  ['IS2571', '2025-09-30', { facts: { ...person, ...pays(1_125) } }, '2571', { CA: 1_125, FN: 1_125 }],
  [
    'IS2571',
    '2025-03-31',
    { forms: { '2571': { cells: { CA: 700 } } }, facts: pays(700) },
    '2571',
    { CA: 700, FN: 700 },
  ],
  [
    'IS2571',
    '2025-06-30',
    { facts: { referenceProfit: { normal: 100_000, reduced: 42_500 }, ...pays(7_844) } },
    '2571',
    { CA: 7_844, FN: 7_844 },
  ],
  ['IS2573', END, { forms: { '2573': { lines: [{ AB: 'CIR', AC: '2024', AG: 900 }] } } }, '2573', { AJ: 900 }],
  [
    'CVAESolde',
    END,
    { facts: { turnover: 1_900_000, valueAdded: 1_200_000, ...pays(489) } },
    '1329DEF',
    { CA: 636, KA: 489 },
  ],
  ['CVAESolde', END, {}, '1329DEF', { AA: 60_000, BA: 48_000 }],
  [
    'CVAEAcompte',
    '2025-06-30',
    { facts: { turnover: 1_900_000, valueAdded: 1_200_000, ...pays(167) } },
    '1329AC',
    { BA: 1_200_000 },
  ],
];

/** By the schemas of the portal. */
async function taken({ payload }: Prepared['filing']): Promise<true | readonly string[]> {
  const verdict = await checkDeposit('procedure' in payload ? payload.procedure : '', payload.content);
  return 'file' in verdict || verdict.faults;
}

/** Of which the fast run looks at every form of file: the liasse and what is paid. */
const SHORT: readonly string[] = ['Liasse', 'IS2572'];

describe.each(TYPES)('%s of %s', (type, end, values, form, cells) => {
  const tags = SHORT.includes(type) ? [] : 'long';
  let folder = 0;
  beforeAll(async () => {
    folder = await folderOfTwoYears();
    await declare(folder, type, end, values);
  });

  it('is an XML-EDI file', { tags }, async () => {
    const { forms, filing, contentType } = await build(folder, type, end, 'ChannelB');
    expect(forms.find((one) => one.form === form)?.cells).toMatchObject(cells);
    expect(await taken(filing)).toBe(true);
    const document = await readXmlEdi(filing.payload.content);
    const [declaration] = document.groups[0]?.declarations ?? [];
    expect(document.isTest).toBe(true);
    expect(declaration?.forms.map(({ name }) => name)).toContain(form);
    expect([declaration?.reference, contentType]).toEqual([filing.reference, 'application/xml']);
    expect(declaration?.writer.identifier).toBe(WRITER.siret);
  });

  it('is a document of ChannelA', { tags }, async () => {
    const { filing } = await build(folder, type, end, 'ChannelA');
    const text = Buffer.from(filing.payload.content).toString('utf8');
    if (type === 'Liasse') {
      const { lines, forms, reference } = readLiasseText(text);
      expect(lines.find(({ account }) => account === '706000')?.balance).toBe(-60_000_00n);
      expect([forms?.[form], reference]).toEqual([expect.objectContaining(cells), filing.reference]);
    } else {
      const { auth, period, ...blocks } = JSON.parse(text);
      expect(blocks[form]).toMatchObject(cells);
      expect([period.reference, auth.bloquerSiIncoherence]).toEqual([filing.reference, true]);
    }
  });
});

async function missing(folder: number, type: DeclarationType, end: string, channel: ChannelName): Promise<string[]> {
  const error = await build(folder, type, end, channel).catch((reason: unknown) => reason);
  if (!(error instanceof TaxopsError)) throw error;
  return [error.code, ...error.issues.map(({ path }) => path)];
}

describe('what the books do not hold', () => {
  let bare = 0;
  beforeAll(async () => {
    bare = await folderOfTwoYears();
  });

  it.each<[DeclarationType, string, ChannelName, string[]]>([
    ['Liasse', NEXT_END, 'ChannelB', ['Ledger']],
    ['Liasse', NEXT_END, 'ChannelA', ['Ledger']],
    ['LiasseTeteDeGroupe', END, 'ChannelA', ['Forms.2065.Cells']],
    ['IS2572', END, 'ChannelA', ['Facts.CapitalPaidAndHeldByPersons']],
    ['IS2571', '2024-03-31', 'ChannelA', ['Forms.2571.Cells.CA']],
    ['IS2573', END, 'Internal', ['Forms.2573.Lines']],
    ['CVAEAcompte', '2024-06-30', 'ChannelA', ['Facts.ValueAdded']],
  ])('%s of %s through %s asks for it', async (type, end, channel, paths) => {
    expect(await missing(bare, type, end, channel)).toEqual(['ValuesMissing', ...paths]);
  });

  it('is asked for at once, identity included', async () => {
    const folder = await newFolder();
    await db
      .knex('folder')
      .where({ id: folder })
      .update({ siren: null, siret: null, vat_system: null, tax_regime: null });
    expect(await missing(folder, 'Liasse', END, 'ChannelA')).toEqual([
      ...['ValuesMissing', 'Folder.Siren', 'Folder.Siret', 'Folder.TaxRegime', 'Folder.ResultRegime'],
    ]);
  });

  it.each<[DeclarationType, string, string]>([
    ['Inconnu', END, 'TypeNotSendable'],
    ['Liasse', '2024-06-30', 'PeriodUnknown'],
    ['IS2571', END, 'done'],
  ])('%s of %s: %s', async (type, end, code) => {
    const folder = await newFolder();
    await declare(folder, 'IS2571', END, { forms: { '2571': { cells: { CA: 1 } } } });
    const found = await build(folder, type, end, 'ChannelA').then(
      () => 'done',
      (error: TaxopsError) => error.code,
    );
    expect(found).toBe(code);
  });
});

/** The error of a build that misses something. */
async function asked(folder: number, type: DeclarationType, end = END as string, change: Partial<Context> = {}) {
  const wanted = { folderId: folder, type, end: end as PlainDate, channel: 'ChannelB' } as const;
  const error = await prepare({ ...ctx, ...change }, wanted).catch((reason: unknown) => reason);
  if (!(error instanceof TaxopsError)) throw error;
  return error;
}

describe('addresses', () => {
  const NONE = { street: null, postCode: null, town: null };

  it('of company and firm are asked for by name, with the commands that give them', async () => {
    const folder = await newFolder();
    const { companyId } = await updateFolder(db, folder, NONE);
    await updateCompany(db, companyId, { ...NONE, siret: null });
    const error = await asked(folder, 'IS2573');
    await updateCompany(db, companyId, WRITER);
    expect(error.issues.map(({ path }) => path)).toEqual([
      ...['Folder.Street', 'Folder.PostCode', 'Folder.Town'],
      ...['Company.Siret', 'Company.Street', 'Company.PostCode', 'Company.Town', 'Forms.2573.Lines'],
    ]);
    const hint = error.hint('en') ?? '';
    const address = '--street "12 rue des Lilas" --post-code 69002 --town Lyon';
    expect(hint).toContain(`taxops folder update ${folder} ${address} ;`);
    expect(hint).toContain(`taxops company update ${companyId} --siret 77788899100018 ${address} ;`);
    expect(hint).toContain(`| taxops declaration value add --folder ${folder} --body -`);
    expect(JSON.parse(hint.match(/echo '(.*?)'/)?.[1] ?? '')).toEqual({
      DeclarationType: 'IS2573',
      EndDate: END,
      Forms: { '2573': { Lines: [{ AB: 'CIR', AC: '2024', AG: 900 }] } },
      Facts: {},
    });
  });

  it('are written, and those declared for a period replace those of the firm', async () => {
    const folder = await newFolder();
    await declare(folder, 'Liasse', END, { facts: { writer: { siret: '73282932000074', town: 'BRON' } } });
    const { filing } = await build(folder, 'Liasse', END, 'ChannelB');
    expect(await taken(filing)).toBe(true);
    const declared = (await readXmlEdi(filing.payload.content)).groups[0]?.declarations[0];
    expect(declared?.writer).toMatchObject({ identifier: '73282932000074', address: { number: '1', town: 'BRON' } });
    expect(declared?.declarant.address).toEqual({
      number: '12',
      street: 'RUE DES LILAS',
      postCode: '69002',
      town: 'LYON',
    });
  });
});

/** The forms of a company, whatever they hold. */
const SIMPLIFIED = ['2065', '2065BIS', '2033A', '2033B', '2033C', '2033D', '2033F', '2033G'];
const NORMAL = [
  ...['2065', '2065BIS', '2050', '2051', '2052', '2053', '2054', '2055', '2056', '2057'],
  ...['2058A', '2058B', '2058C', '2059F', '2059G'],
];

describe('the regime', () => {
  it.each<[object, string[]]>([
    [{ vatSystem: 'NotLiable' }, ['Folder.ResultRegime']],
    [{ vatSystem: 'NotLiable', resultRegime: 'Simplified' }, SIMPLIFIED],
    [{ vatSystem: 'Simplified', resultRegime: 'Normal' }, NORMAL],
  ])('of %o comes from the folder', async (identity, expected) => {
    const folder = await newFolder();
    await updateFolder(db, folder, identity);
    const found = await build(folder, 'Liasse', END, 'ChannelB').then(
      async ({ forms, filing }) => (await taken(filing)) === true && forms.map(({ form }) => form),
      ({ issues }: TaxopsError) => issues.map(({ path }) => path),
    );
    expect(found).toEqual(expected);
  });

  it('that nothing implies is asked for with its command, in French too', async () => {
    const folder = await newFolder();
    await updateFolder(db, folder, { vatSystem: null });
    const error = await asked(folder, 'Liasse', END, { language: 'fr' });
    expect(error.issues[0]?.message).toBe('le régime du résultat : Normal ou Simplified');
    expect(error.hint('fr')).toContain(`: taxops folder update ${folder} --result-regime Normal`);
  });
});

it('names the account to debit when something is left to pay (control 018)', async () => {
  const folder = await newFolder();
  await declare(folder, 'IS2571', '2024-12-31', { forms: { '2571': { cells: { CA: 700 } } } });
  const error = await asked(folder, 'IS2571');
  expect(error.issues.map(({ path }) => path)).toEqual(['Facts.Payments']);
  expect(error.hint('en')).toContain('"Amount":700');
  const paid = await build(folder, 'IS2571', END, 'ChannelA');
  expect(paid.filing.payload.kind).toBe('forms');
});

it('takes a turnover that is said for the liasse on both forms that the reduced rate depends on', async () => {
  const folder = await newFolder();
  const cellsOf = async (type: DeclarationType, form: string) => {
    const { forms, findings } = await build(folder, type, END, 'ChannelA');
    return [forms.find((one) => one.form === form)?.cells, findings.map(({ code }) => code)] as const;
  };
  await declare(folder, 'Liasse', END, { facts: { ...person, turnover: 10_000_001 } });
  expect((await cellsOf('Liasse', '2065'))[0]).toMatchObject({ HA: 30_000 });
  const [balance, codes] = await cellsOf('IS2572', '2572');
  expect([balance, codes]).toEqual([
    expect.objectContaining({ RA: 30_000, TA: 7_500 }),
    expect.not.arrayContaining(['L40']),
  ]);
  await declare(folder, 'IS2572', END, { facts: { turnover: 60_000 } });
  const [other, warned] = await cellsOf('IS2572', '2572');
  expect([other, warned]).toEqual([expect.objectContaining({ RB: 30_000 }), expect.arrayContaining(['L40'])]);
});

it.each([
  ['2025-03-31', ['L44']], // the return of 2024 is due in May, and nothing is known before it
  ['2025-06-30', ['L44']],
  ['2025-09-30', []],
])('says what the first instalments rest on after an exercise that is the first known: %s', async (end, expected) => {
  const folder = await folderOfTwoYears();
  await declare(folder, 'IS2571', end, { facts: person });
  const said = async () =>
    (await build(folder, 'IS2571', end, 'ChannelA')).findings
      .filter(({ code }) => code === 'L44')
      .map(({ code }) => code);
  expect(await said()).toEqual(expected);
  await declare(folder, 'IS2571', end, { facts: { ...person, referenceProfit: { normal: 0, reduced: 30_000 } } });
  expect(await said()).toEqual([]);
});

it('compares the instalments of the balance with those sent from here', async () => {
  const folder = await newFolder();
  const warned = async () => {
    const { findings } = await build(folder, 'IS2572', END, 'ChannelA');
    return findings.filter(({ code }) => code === 'L16').map(({ message }) => message.en.split('. ')[0]);
  };
  await declare(folder, 'IS2572', END, { facts: person });
  expect(await warned()).toEqual([]);
  for (const [end, CA] of [
    ['2024-06-30', 700],
    ['2024-09-30', 500],
  ] as const) {
    await declare(folder, 'IS2571', end, { forms: { '2571': { cells: { CA } } }, facts: pays(CA) });
    await send(folder, { type: 'IS2571', end: end as PlainDate });
  }
  const rule = 'Instalments paid are those of the forms 2571 sent from here, which is not so';
  expect(await warned()).toEqual([
    `${rule}: 2572.RT instalments paid 0, sent from here (2571.CA) 1200 (0 against 1200)`,
  ]);
  await declare(folder, 'IS2572', END, { forms: { '2572': { cells: { RT: 1200 } } }, facts: person });
  expect(await warned()).toEqual([expect.stringContaining('paid in the books (444) 0')]);
});

it('proposes the instalments of CVAE that were sent from here as paid, which a typed value replaces', async () => {
  const folder = await folderOfTwoYears();
  const facts = { turnover: 1_900_000, valueAdded: 1_200_000 };
  const cellsPaid = async () => {
    const { findings, forms } = await build(folder, 'CVAESolde', NEXT_END, 'ChannelA');
    const { EB, GC, KA, KB } = forms[0]?.cells ?? {};
    return { EB, GC, KA, KB, doubts: findings.filter(({ code }) => code === 'L34').length };
  };
  await declare(folder, 'CVAESolde', NEXT_END, { facts: { ...facts, ...pays(336) } });
  expect(await cellsPaid()).toMatchObject({ EB: undefined, GC: undefined, KA: 336 });
  for (const end of ['2025-06-30', '2025-09-30']) {
    // 0.035 % of 1,200,000 is 420: half of it less half of the reduction of 125 is 147, with 20 of additional tax.
    await declare(folder, 'CVAEAcompte', end, { facts: { ...facts, ...pays(167) } });
    await send(folder, { type: 'CVAEAcompte', end: end as PlainDate });
  }
  expect(await cellsPaid()).toEqual({ EB: 294, GC: 40, KA: 2, KB: undefined, doubts: 0 });
  const forms = { '1329DEF': { cells: { EB: 300, GC: 0 } } };
  await declare(folder, 'CVAESolde', NEXT_END, { forms, facts: { ...facts, ...pays(36) } });
  expect(await cellsPaid()).toMatchObject({ EB: 300, GC: undefined, KA: 36 });
});

it('compares a carry-back with a profit that is said for the year before', async () => {
  const folder = await newFolder();
  const told = async (lastProfit?: number) => {
    const forms = { '2058A': { cells: { XG: 100_000, ZL: 70_000 } } };
    await declare(folder, 'Liasse', END, { forms, facts: { ...person, lastProfit } });
    await writeSettings(ctx, { ...(await readSettings(ctx, folder, YEAR)), allowSendingWithFscpError: true });
    const { findings } = await build(folder, 'Liasse', END, 'ChannelA');
    return findings.filter(({ code }) => code === 'L20').map(({ level, message }) => `${level} ${message.en}`);
  };
  expect(await told()).toEqual([expect.stringMatching(/^warning .*Facts\.LastProfit/)]);
  expect(await told(70_000)).toEqual([]);
  expect(await told(69_999)).toEqual([expect.stringMatching(/^error .* 69999/)]);
});

it('says how to give what the year before left when more losses are used than are known', async () => {
  const folder = await newFolder();
  await declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { XL: 5_000 } } }, facts: person });
  const refused = build(folder, 'Liasse', END, 'ChannelA');
  await expect(refused).rejects.toMatchObject({
    issues: [
      {
        code: 'L20',
        message: expect.stringContaining(
          `(LossesLeft, taxops declaration value add --folder ${folder} --declaration-type Liasse --end-date ${END} `,
        ),
      },
    ],
  });
});

it('asks which losses are left after a tax loss that the books do not show, until its return is kept', async () => {
  const folder = await folderOfTwoYears();
  await fill(db, folder, { '512000': 20_000_00n, '706000': -20_000_00n }, { journal: 'VE', date: '2025-06-30' });
  const lost = async () => {
    const { findings, forms } = await build(folder, 'Liasse', NEXT_END, 'ChannelA');
    const { DQ } = forms.find(({ form }) => form === '2058B')?.cells ?? {};
    return { DQ, asked: findings.flatMap(({ code, message }) => (code === 'L12' ? message.en : [])) };
  };
  expect(await lost()).toEqual({ DQ: undefined, asked: [] });
  // A profit of 30,000, of which 34,501 are not taxed.
  await declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { VE: 34_501 } } }, facts: person });
  expect(await lost()).toEqual({ DQ: undefined, asked: [expect.stringContaining('"LossesLeft":4501')] });
  await send(folder);
  expect(await lost()).toEqual({ DQ: 4_501, asked: [] });
});

it('carries what was declared through a year whose return is not kept: the last third of a spread gain', async () => {
  const folder = await folderOfTwoYears();
  await createExercise(db, folder, { start: '2026-01-01' as PlainDate, end: '2026-12-31' as PlainDate });
  await fill(db, folder, { '512000': 20_000_00n, '706000': -20_000_00n }, { journal: 'VE', date: '2026-06-30' });
  const facts = { ...person, acceptLastKnownForms: true };
  await declare(folder, 'Liasse', END, { forms: { '2059B': { cells: { BA: 3_000 } } }, facts });
  await declare(folder, 'Liasse', '2026-12-31', { facts });
  const rows = async () => {
    const { forms } = await build(folder, 'Liasse', '2026-12-31', 'ChannelA');
    const { BD, BE, CE, DE } = forms.find(({ form }) => form === '2059B')?.cells ?? {};
    return { BD, BE, CE, DE };
  };
  expect(await rows()).toEqual({ BD: undefined, BE: 3_000, CE: 2_000, DE: 1_000 });
  // What is declared of the year between goes before.
  await declare(folder, 'Liasse', NEXT_END, { forms: { '2059B': { cells: { BA: 600, BD: 0, CD: 0 } } }, facts });
  expect(await rows()).toEqual({ BD: 600, BE: undefined, CE: undefined, DE: undefined });
});

it('asks the social contribution of the last exercise by instalments', async () => {
  const folder = await folderOfTwoYears();
  const facts = { capitalPaidAndHeldByPersons: false };
  await declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { WQ: 5_000_000 } } }, facts });
  const { forms } = await build(folder, 'IS2571', '2025-09-30', 'ChannelA'); // 16 319, on a tax of 1 257 500
  expect(forms[0]?.cells).toMatchObject({ CA: 314_375, CD: 4080, FN: 318_455 });
});

it('settles the CVAE on what was typed for the liasse, and for the settlement besides', async () => {
  const folder = await newFolder();
  await declare(folder, 'Liasse', END, { forms: { '2059E': { cells: { FJ: 9000 } } } });
  await declare(folder, 'CVAESolde', END, { forms: { '2059E': { cells: { AE: 500 } } } });
  const { forms } = await build(folder, 'CVAESolde', END, 'ChannelA');
  expect(forms[0]?.cells).toMatchObject({ AA: 60_500, BA: 39_500 });
});

it('says that no instalment of CVAE is owed after a tax of 1 500 or less', async () => {
  const folder = await folderOfTwoYears();
  const warned = async (facts: DeclaredValues['facts']) => {
    await declare(folder, 'CVAEAcompte', '2025-06-30', { facts });
    const { findings } = await build(folder, 'CVAEAcompte', '2025-06-30', 'ChannelA');
    return findings.map(({ code }) => code);
  };
  expect(await warned({ turnover: 1_900_000, valueAdded: 1_200_000 })).toContain('L35'); // 448 of 2024
  expect(await warned({ turnover: 4_000_000, valueAdded: 3_000_000 })).not.toContain('L35');
});

/** A year of 60 000, then three months of 1 000 000 that close in March, and the exercise after them. */
async function folderClosingInMarch(): Promise<number> {
  const folder = await newFolder();
  for (const [start, end] of [
    ['2025-01-01', '2025-03-31'],
    ['2025-04-01', '2026-03-31'],
  ])
    await createExercise(db, folder, { start: start as PlainDate, end: end as PlainDate });
  const lines = [
    { account: '411000', debit: 1_000_000_00n, credit: 0n },
    { account: '706000', debit: 0n, credit: 1_000_000_00n },
  ];
  await createEntry(db, folder, { journal: 'OD', date: '2025-02-01' as PlainDate, label: 'Vente', lines });
  return folder;
}

it.each([
  ['2025-06-30', { AA: 60_000, BA: 48_000 }], // the return of March is due on 30 June
  ['2025-09-30', { AA: 4_000_000, AB: 1_000_000, BA: 1_000_000 }],
])('counts the instalment of CVAE of %s on the last return due on its day', async (end, cells) => {
  const folder = await folderClosingInMarch();
  const { forms, findings } = await build(folder, 'CVAEAcompte', end, 'ChannelA');
  expect(forms[0]?.cells).toMatchObject(cells);
  expect(findings.map(({ code }) => code)).toContain('L35'); // of 2024, whichever the base is: 60 000 of turnover
});

it('fills no company tax under income tax', async () => {
  const folder = await newFolder();
  await updateFolder(db, folder, { taxRegime: 'IncomeTax' });
  const said = { forms: { '2571': { cells: { CA: 700 } } }, facts: person };
  for (const [type, values] of [
    ['IS2571', said],
    ['IS2572', { facts: person }],
  ] as const) {
    await declare(folder, type, END, values);
    expect(await missing(folder, type, END, 'ChannelA')).toEqual(['ValuesMissing', 'Folder.TaxRegime']);
  }
});

it('names the obligation by the category of income, and the activity without its dot', async () => {
  const folder = await newFolder();
  await updateFolder(db, folder, { taxRegime: 'IncomeTax', naf: '62.02A' });
  const { filing } = await build(folder, 'Liasse', END, 'ChannelB');
  const text = Buffer.from(filing.payload.content).toString('latin1');
  for (const zone of ['AB">6202A', 'BA">BIC', 'BC">IR', 'KD">BIC1'])
    expect(text).toContain(zone.replace('>', '><Valeur>'));
  expect(text).toContain('<Rof>BIC1</Rof>');
});

it('refuses form 2035 by name', async () => {
  const folder = await newFolder();
  const bnc = declare(folder, 'Liasse', END, { facts: { category: 'BNC' } });
  await expect(bnc).rejects.toMatchObject({
    issues: [{ path: 'Facts.Category', message: expect.stringContaining('2035') }],
  });
  await expect(declare(folder, 'Liasse', END, { forms: { '2035': {} } })).rejects.toThrow('No such form: 2035.');
});

it('gives ChannelA the lines of forms beside their cells', async () => {
  const folder = await newFolder();
  const lines = [{ BC: 'Divers', BD: 90 }];
  await declare(folder, 'Liasse', END, { forms: { '2058A': { lines } } });
  const { filing } = await build(folder, 'Liasse', END, 'ChannelA');
  const { forms } = readLiasseText(Buffer.from(filing.payload.content).toString('utf8'));
  expect(forms?.['2058A']).toMatchObject({ lignes: lines });
});

it('tells which texts had to change (L26)', async () => {
  const folder = await newFolder();
  await updateFolder(db, folder, { name: 'Les Œuvres "du" Rhône' });
  const { findings } = await build(folder, 'Liasse', END, 'ChannelB');
  expect(findings.map(({ code, message }) => [code, message.en])).toContainEqual([
    'L26',
    `Redevable.Designation: “Les Œuvres "du" Rhône” is sent as “Les OEuvres 'du' Rhône”.`,
  ]);
});

const SAMPLES: Readonly<Record<CellType, string | number>> = {
  MOA: 12,
  QTY: '3',
  PCD: '0,094',
  DTM: '2024-06-30',
  CCI: 'X',
  FTX: 'Texte',
  RFF: '732829320',
  NAD: '732829320 MERLAN SAS 69002 Lyon',
  LOC: '00012 Lyon',
};

/** Everything that can be declared in a form, twice where it repeats. */
function wholeForm(form: string) {
  const { cells } = FORMS.choose([form], { year: 2024 });
  const typed = cells.filter((cell) => !isComputed(cell) && !['tick', 'deduction'].includes(cell.column));
  const of = (wanted: boolean) =>
    Object.fromEntries(typed.filter((cell) => isLine(cell) === wanted).map(({ cell, type }) => [cell, SAMPLES[type]]));
  return { cells: of(false), lines: [of(true), of(true)].filter((line) => Object.keys(line).length > 0) };
}

eachOf(
  FORMS.names().filter((form) => !FORMS.isPayment(form)),
  2,
)('takes everything that can be typed in %s, in a file by the schemas', async (form) => {
  const folder = await newFolder();
  const isGroup = /^2058(ER|ES|PAP)$/.test(form);
  const type = isGroup ? 'LiasseTeteDeGroupe' : 'Liasse';
  const group = isGroup && { '2065': { cells: { HA: 10 } } };
  await declare(folder, type, END, { forms: { ...group, [form]: wholeForm(form) } });
  const permissive = {
    disableReadOnlyForms: false,
    allowSendingWithFscpError: true,
    disableReadOnlyPayloadFields: false,
  };
  await writeSettings(ctx, {
    folderId: folder,
    start: '2024-01-01' as PlainDate,
    end: END as PlainDate,
    ...permissive,
  });
  if (/^2033/.test(form)) await updateFolder(db, folder, { resultRegime: 'Simplified' });
  const { filing, forms } = await build(folder, type, END, 'ChannelB');
  expect(await taken(filing)).toBe(true);
  expect(forms.map((one) => one.form)).toContain(form);
});

it('files the CVAE return as a declaration of its own beside the liasse', async () => {
  const folder = await newFolder();
  const cvae = { cells: { AB: 48_000, AC: 60_000 }, lines: [{ BA: '00012 Lyon', CA: '69', DA: '69123', EA: '2' }] };
  const lines = [
    { MA: 'Amende', NA: 90 },
    { MA: 'Don', NA: 12 },
  ];
  await declare(folder, 'Liasse', END, { forms: { '1330CVAE': cvae, '2053': { lines } } });
  const { filing } = await build(folder, 'Liasse', END, 'ChannelB');
  expect(await taken(filing)).toBe(true);
  const { declarations = [] } = (await readXmlEdi(filing.payload.content)).groups[0] ?? {};
  expect(
    declarations.map(({ type, reference, declarant, forms }) => [type, reference, declarant.rof, forms.length]),
  ).toEqual([
    ['IDF', filing.reference, 'IS1', NORMAL.length],
    ['CVA', `${filing.reference}-CVA`, 'CVAE1', 1],
  ]);
  const text = Buffer.from(filing.payload.content).toString('latin1');
  expect(text).toContain(
    '<Zone id="NA"><Occurrence Numero="1"><Valeur>90</Valeur></Occurrence><Occurrence Numero="2"><Valeur>12<',
  );
  expect(text).toContain('<Zone id="BA"><Occurrence Numero="1"><Identifiant>00012<');
  expect(text).toContain('</Identifiant><AdresseVille>Lyon</AdresseVille></Occurrence></Zone>');
});

describe('controls', () => {
  it('block, unless the settings of the period let them pass', async () => {
    const folder = await newFolder();
    await declare(folder, 'Liasse', END, { forms: { '2058C': { cells: { ZB: 500 } } } });
    expect(await missing(folder, 'Liasse', END, 'ChannelB')).toContain('ControlsFailed');
    const period = { folder_id: folder, start_date: '2024-01-01', end_date: END };
    const settings = { disable_read_only_forms: false, disable_read_only_payload_fields: false };
    await db.knex('declaration_settings').insert({ ...period, ...settings, allow_sending_with_fscp_error: true });
    expect((await build(folder, 'Liasse', END, 'ChannelB')).findings.some(({ level }) => level === 'error')).toBe(true);
  });
});

describe('read-only', () => {
  const period = { start: '2024-01-01' as PlainDate, end: END };
  const locked = { disableReadOnlyForms: false, disableReadOnlyPayloadFields: false, allowSendingWithFscpError: false };
  const set = (folderId: number, change: object) => writeSettings(ctx, { folderId, ...period, ...locked, ...change });
  const typed = { forms: { '2052': { cells: { FL: 61_000 } } } };

  it('cells that are computed refuse a value, naming the setting that opens them', async () => {
    const folder = await newFolder();
    await expect(declare(folder, 'Liasse', END, typed)).rejects.toMatchObject({
      code: 'DeclaredValuesInvalid',
      issues: [{ code: 'CellComputed', message: expect.stringContaining('DisableReadOnlyPayloadFields') }],
    });
  });

  it('opened, they take it: totals follow, the warning tells both amounts, and the controls still judge', async () => {
    const folder = await newFolder();
    await set(folder, { disableReadOnlyPayloadFields: true, allowSendingWithFscpError: true });
    await declare(folder, 'Liasse', END, typed);
    const { forms, findings } = await build(folder, 'Liasse', END, 'ChannelB');
    const cellsOf = (form: string) => forms.find((one) => one.form === form)?.cells;
    expect(cellsOf('2052')).toMatchObject({ FI: 60_000, FL: 61_000, FR: 61_000, GW: 31_000 });
    expect(cellsOf('2051')).toMatchObject({ DI: 31_000, EE: 43_700 });
    expect(findings.find(({ code }) => code === 'L28')?.message.en).toMatch(
      /^2052\.FL .*: 61000 was typed over the computed 60000$/,
    );
    expect(findings.filter(({ level }) => level === 'error').map(({ code }) => code)).toContain('L02');
  });

  it('what was typed over does not leave once the setting is taken back', async () => {
    const folder = await newFolder();
    await set(folder, { disableReadOnlyPayloadFields: true });
    await declare(folder, 'Liasse', END, typed);
    await set(folder, {});
    await expect(build(folder, 'Liasse', END, 'ChannelB')).rejects.toMatchObject({ code: 'DeclaredValuesInvalid' });
  });

  it('forms that were filed refuse values, with the command that opens them for a corrective return and keeps the other settings', async () => {
    const folder = await newFolder();
    await send(folder);
    await set(folder, { disableReadOnlyPayloadFields: true });
    const refused = declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { WE: 9 } } } });
    await expect(refused).rejects.toMatchObject({ code: 'FormsReadOnly' });
    const error = (await refused.catch((one: unknown) => one)) as TaxopsError;
    expect(error.hint('en')).toContain(
      `taxops declaration settings update --folder ${folder} --start-date 2024-01-01 --end-date ${END} --disable-read-only-forms true --allow-sending-declaration-with-fscp-error false --disable-read-only-payload-fields true`,
    );
    await set(folder, { disableReadOnlyForms: true });
    await declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { WE: 9 } } } });
    const { state, forms } = await formsOnPaper(ctx, { folderId: folder, type: 'Liasse', end: END, form: '2058A' });
    expect([state, JSON.stringify(forms, (_, value) => (typeof value === 'bigint' ? String(value) : value))]).toEqual([
      'Draft',
      expect.stringContaining('"zone":"WE","code":"WE","value":"9","isTyped":true'),
    ]);
    await expect(send(folder)).rejects.toMatchObject({ code: 'AlreadyFiled' });
  });

  it('a rejected return is corrected without any setting', async () => {
    const folder = await newFolder();
    await send(folder);
    await db.knex('declaration').where({ folder_id: folder }).update({ status: 'Rejected' });
    await declare(folder, 'Liasse', END, { forms: { '2058A': { cells: { WE: 9 } } } });
  });
});

it('says once that days before the exercise are held by none, as the year before is then another (L17)', async () => {
  const folder = await newFolder();
  await createExercise(db, folder, { start: '2026-01-01' as PlainDate, end: '2026-12-31' as PlainDate });
  await fill(db, folder, { '512000': 20_000_00n, '706000': -20_000_00n }, { journal: 'VE', date: '2026-06-30' });
  await declare(folder, 'Liasse', '2026-12-31', { facts: { ...person, acceptLastKnownForms: true } });
  const { findings } = await build(folder, 'Liasse', '2026-12-31', 'ChannelA');
  const said = findings.flatMap(({ code, message }) => (code === 'L17' ? message.en.split(':')[0] : []));
  expect(said).toEqual(['No exercise holds the days from 2025-01-01 to 2025-12-31']);
});

it('warns of a liasse that does not open with the closing before (L17)', async () => {
  const folder = await folderOfTwoYears();
  const lines = [
    { account: '512000', debit: 10_00n, credit: 0n },
    { account: '706000', debit: 0n, credit: 10_00n },
  ];
  await createEntry(db, folder, { journal: 'OD', date: '2025-02-01' as PlainDate, label: 'Vente', lines });
  const { findings } = await build(folder, 'Liasse', NEXT_END, 'ChannelA');
  const off = findings.filter(({ code }) => code === 'L17').map(({ about, level }) => `${about} ${level}`);
  expect(off).toEqual(['101300', '401000', '411000', '445710', '512000'].map((account) => `${account} warning`));
});

it('is made of the balances before the closing entry, and says so (L25)', async () => {
  const folder = await newFolder();
  const before = await build(folder, 'Liasse', END, 'ChannelA');
  await createAccount(db, folder, { number: '120000', label: 'Résultat' });
  const lines = ['706000', '606000', '641000', '120000'].map((account) => {
    const cents = LEDGER[account] ?? 30_000_00n;
    return { account, debit: cents < 0n ? -cents : 0n, credit: cents > 0n ? cents : 0n };
  });
  await createEntry(db, folder, { journal: 'OD', date: END as PlainDate, label: 'Clôture', lines });
  const closed = await build(folder, 'Liasse', END, 'ChannelA');
  expect(closed.forms.map(({ cells }) => cells)).toEqual(before.forms.map(({ cells }) => cells));
  const codes = ({ findings }: typeof closed) => findings.map(({ code }) => code);
  expect([codes(before), codes(closed)]).toEqual([
    ['L29', 'L27'],
    ['L29', 'L27', 'L25'],
  ]);
});

describe('declared values', () => {
  it('are encrypted in the database', async () => {
    const folder = await newFolder();
    const payments = [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount: 4_500 }];
    await declare(folder, 'IS2572', END, { facts: { ...person, payments } });
    const rows = await db.knex('declared_value').where({ folder_id: folder, type: 'IS2572' });
    expect(JSON.stringify(rows) + rows[0].sealed.toString('latin1')).not.toContain(IBAN);
    const document = await readXmlEdi((await build(folder, 'IS2572', END, 'ChannelB')).filing.payload.content);
    const zones = document.groups[0]?.declarations[0]?.identification.zones ?? [];
    expect(zones.find(({ id }) => id === 'GA')?.content).toMatchObject({ account: { iban: IBAN } });
  });

  it.each<[string, Partial<DeclaredValues>, string]>([
    ['an unknown form', { forms: { '9999': {} } }, 'FormUnknown'],
    ['a cell of the ledger', { forms: { '2051': { cells: { DA: 1 } } } }, 'DeclaredValuesInvalid'],
    ['a SIRET of a wrong key', { facts: { writer: { siret: '77788899100019' } } }, 'DeclaredValuesInvalid'],
    [
      'an IBAN of a wrong key',
      { facts: { payments: [{ iban: `${IBAN}1`, bic: 'AGRIFRPPXXX', amount: 1 }] } },
      'DeclaredValuesInvalid',
    ],
    ['a form that is paid with', { forms: { '2571': { cells: { CA: 700 } } } }, 'DeclaredValuesInvalid'],
    ['an obligation without number', { facts: { rof: 'IS' } }, 'DeclaredValuesInvalid'],
  ])('%s is refused', async (_what, values, code) => {
    const error = await declare(await newFolder(), 'Liasse', END, values).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(String(error) + JSON.stringify(error)).not.toContain(IBAN);
    expect(inEnglishAlone(error)).toEqual([]);
  });

  it('that break a control of their form are refused at once, not when it is filed', async () => {
    const lines = [{ AB: 'CIR', AC: '2024', AG: 900, KD: 901, KB: 'TVA', KC: '2025-05-15' }];
    const declared = declare(await newFolder(), 'IS2573', END, { forms: { '2573': { lines } } });
    const error = await declared.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ issues: [{ path: '2573[1].KD' }] });
    expect(inEnglishAlone(error)).toEqual([]);
  });

  it('of another type are refused, as they would be left out', async () => {
    const folder = await folderOfTwoYears();
    const values = { forms: { '2572': { cells: { RE: 700 } } } };
    const error = await declare(folder, 'IS2571', NEXT_END, values).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ issues: [{ path: 'Forms.2572', message: 'not a form of IS2571' }] });
    expect(inEnglishAlone(error)).toEqual([]);
  });
});
