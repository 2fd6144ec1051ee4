/** The worked example of the annexes, entry by entry, in both regimes: ledger, register and what a person types. */
import { describe, expect, it } from 'vitest';
import type { Liasse } from '../../../../src/services/declarations/returns/liasse.ts';
import { liasse } from '../../../../src/services/declarations/sending/contents.ts';
import { prepare } from '../../../../src/services/declarations/sending/prepare.ts';
import { subjectOf } from '../../../../src/services/declarations/sending/subject.ts';
import { updateCompany } from '../../../../src/services/folders/companies.ts';
import { updateFolder } from '../../../../src/services/folders/folders.ts';
import type { Declared } from '../../../../src/services/forms/declared.ts';
import { createAccount } from '../../../../src/services/ledger/accounts.ts';
import { createEntry } from '../../../../src/services/ledger/write-entries.ts';
import { checkDeposit } from '../../../../src/services/simulators/channels/deposited-file.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { END, WRITER, world } from '../../filing/world.ts';
import { example, TYPED } from './annex-example.ts';
import { cells } from './ledgers.ts';

const db = await testDatabase();
const { ctx, declare } = world(db);

async function built(folderId: number, forms: Declared): Promise<Liasse> {
  await declare(folderId, 'Liasse', END, { forms, facts: { capitalPaidAndHeldByPersons: true } });
  return liasse(await subjectOf(ctx, { folderId, type: 'Liasse', end: END }));
}

const form = (filled: Liasse, name: string) => filled.forms.find((content) => content.form === name);
const errors = ({ findings }: Liasse) =>
  findings.filter(({ level }) => level === 'error').map(({ code, about, message }) => `${code} ${about} ${message.en}`);

const NORMAL: Readonly<Record<string, string>> = {
  '2054': `KD 6000, LW 6000, KS 50000, MK 50000, KY 20000, MP 20000, LD 6000, MT 6000, LN 70000, LP 6000, NG 20000, NH 56000,
    PK 1800, RE 1800, LQ 1800, NK 1800, PN 77800, PQ 6000, RK 20000, RL 63800`,
  '2055': `PE 2000, PF 2000, PH 4000, PZ 15000, QA 5000, QC 20000, QH 8000, QI 3000, QJ 11000, QM 1000, QO 1000, QU 23000,
    QV 9000, QW 11000, QX 21000, TA 25000, TB 11000, TC 11000, TD 25000`,
  '2056': `VH 4000, WE 1500, WY 4000, XS 1500, VU 4000, TV 1500, TW 4000, TX 1500, WA 1200, WW 900, XQ 500, YJ 1600, WC 1200,
    TY 900, TZ 500, UA 1600, WD 5200, UB 2400, UC 4500, UD 3100, UE 2400, UF 4500`,
  '2057': `UT 1800, UW 1800, VA 2400, WA 2400, UX 40000, WB 40000, VB 1560, WG 1560, VR 10500, WK 10500, VS 300, WL 300,
    VT 56560, VU 54760, VV 1800, VH 27000, XP 9000, YH 18000, XD 16860, XR 16860, XE 2800, XS 2800, XF 4200, XT 4200,
    XG 3030, XU 3030, VW 15800, XV 15800, VQ 800, XY 800, XH 7200, XZ 7200, VY 77690, VZ 59690, YX 18000, VK 9000`,
  '2058A': 'WA 17035, WJ 135, XW 135, VG 3030, WR 20200, XI 20200, XN 20200',
  '2058C': `AA 2500, AB 15000, AL 17500, ZB 750, ZE 10000, ZG 6750, ZH 17500, XQ 9300, SS 3200, ZJ 12500, YW 800, YX 800,
    BC 34000, YY 32000, YZ 16560`,
  '2065': 'LC 20200',
  '2065BIS': 'AA 10000, AJ 10000, AK 10000',
};

const SIMPLIFIED: Readonly<Record<string, string>> = {
  '2033C': `AB 6000, DB 6000, AE 50000, DE 50000, AG 20000, CG 20000, BH 6000, DH 6000, AJ 1800, DJ 1800, AK 77800, BK 6000,
    CK 20000, DK 63800, FA 2000, GA 2000, JA 4000, FD 15000, GD 5000, JD 20000, FF 8000, GF 3000, HF 11000, GG 1000,
    JG 1000, FH 25000, GH 11000, HH 11000, JH 25000, LL 20000, ML 11000, NL 9000, PL 10500, QL 1500, QN 1500`,
  '2033D': `AC 4000, BC 1500, CC 4000, DC 1500, AF 1200, BF 900, CF 500, DF 1600, AH 5200, BH 2400, CH 4500, DH 3100,
    AS 32000, AT 16560`,
  '2065': 'LC 20200',
  '2065BIS': 'AA 10000, AJ 10000, AK 10000',
};

describe('the worked example', () => {
  it('fills the annexes of the normal regime', async () => {
    const filled = await built(await example(db, ctx), TYPED);
    for (const [name, expected] of Object.entries(NORMAL))
      expect([name, form(filled, name)?.cells]).toEqual([name, cells(expected)]);
    expect(form(filled, '2058B')?.cells).toEqual({ ZX: 'X' });
    expect(form(filled, '2059A')).toMatchObject({
      cells: { GK: 1500 },
      repeated: [{ HA: 'Van', HB: '20220101', HC: 20_000, HE: 11_000, HG: 9000, HH: 10_500, HJ: 1500, HK: 1500 }],
    });
    expect(form(filled, '2050')?.cells).toMatchObject({ BH: 1800, BX: 42_400, BZ: 12_060, CH: 300 });
    expect(form(filled, '2051')?.cells).toMatchObject({ DU: 27_000, DX: 16_860, DY: 26_630, DZ: 7200 });
    expect(errors(filled)).toEqual([]);
  });

  it('fills those of the simplified regime', { tags: 'long' }, async () => {
    const folder = await example(db, ctx);
    await updateFolder(db, folder, { resultRegime: 'Simplified' });
    const { '2057': _, ...typed } = TYPED;
    const filled = await built(folder, typed);
    for (const [name, expected] of Object.entries(SIMPLIFIED))
      expect([name, form(filled, name)?.cells]).toEqual([name, cells(expected)]);
    expect(form(filled, '2033A')?.cells).toMatchObject({ JB: 6000, JC: 10_500 });
    expect(form(filled, '2033B')?.cells).toMatchObject({ CD: 17_035, CH: 3030, CJ: 135, CM: 20_200, CR: 20_200 });
    expect(form(filled, '2033C')?.repeated).toEqual([
      { KA: 'Van', LA: 20_000, MA: 11_000, NA: 9000, PA: 10_500, QA: 1500 },
    ]);
    expect(errors(filled)).toEqual([]);
  });

  it('fills rows of fixed assets from the ledger where the register holds nothing', { tags: 'long' }, async () => {
    const filled = await built(await example(db, ctx, false), TYPED);
    for (const name of ['2054', '2055', '2056', '2057'])
      expect([name, form(filled, name)?.cells]).toEqual([name, cells(NORMAL[name] ?? '')]);
    expect(form(filled, '2059A')).toBeUndefined();
    expect(errors(filled)).toEqual([]);
  });

  it('asks for what only a person knows, until it is typed', { tags: 'long' }, async () => {
    const folder = await example(db, ctx);
    const asked = ({ findings }: Liasse) =>
      findings.filter(({ code }) => /^(L27|A09)$/.test(code)).map(({ code, about }) => `${code} ${about}`);
    expect(asked(await built(folder, {}))).toEqual(['L27 2059F', 'A09 2057']);
    const lines = [{ BA: 'MME MERLAN Anne', BD: '100', BR: '100' }];
    expect(asked(await built(folder, { ...TYPED, '2059F': { lines } }))).toEqual([]);
  });

  it('refuses terms above what is owed, by the row (A27)', async () => {
    const folder = await example(db, ctx);
    const filled = await built(folder, { ...TYPED, '2057': { cells: { YH: 40_000 } } });
    expect(errors(filled)).toEqual([
      'A27 2057 2057.XP, Banks, over 1 year at origin: -13000, the other terms exceed the gross',
    ]);
    await updateFolder(db, folder, { resultRegime: 'Simplified' });
    const { '2057': _, ...typed } = TYPED;
    const simplified = await built(folder, { ...typed, '2033A': { cells: { JA: 900_000 } } });
    expect(errors(simplified).map((error) => error.slice(0, 9))).toEqual(['A27 2033A']);
  });

  it('counts as credit notes what is one, not the return that clears VAT with a line of rounding', async () => {
    const folder = await example(db, ctx);
    await createAccount(db, folder, { number: '758000', label: 'Arrondis' });
    const vatOf = async () => {
      const { sheets } = await built(folder, TYPED);
      return ['YY', 'YZ'].map((cell) => sheets.amount('2058C', cell));
    };
    const post = (legs: Readonly<Record<string, bigint>>) =>
      createEntry(ctx, folder, {
        journal: 'OD',
        date: END,
        label: 'TVA',
        lines: Object.entries(legs).map(([account, cents]) => ({
          account,
          debit: cents > 0n ? cents : 0n,
          credit: cents < 0n ? -cents : 0n,
        })),
      });
    expect(await vatOf()).toEqual([32_000n, 16_560n]);
    await post({ '445710': 2000_40n, '445660': -1500_00n, '445510': -500_00n, '758000': -40n });
    expect(await vatOf()).toEqual([32_000n, 16_560n]);
    await post({ '707000': 1000_00n, '445710': 200_00n, '411000': -1200_00n });
    expect(await vatOf()).toEqual([31_800n, 16_560n]);
  });

  eachOf(['891000', '101300'], 1)('leaves out an entry that closes classes 6 and 7 onto %s', async (onto) => {
    const folder = await example(db, ctx);
    if (onto === '891000') await createAccount(db, folder, { number: onto, label: 'Bilan de clôture' });
    const { rows } = await db.knex.raw(
      `select a.number, sum(l.debit_cents - l.credit_cents)::bigint as cents from entry_line l
         join account a on a.folder_id = l.folder_id and a.id = l.account_id
        where l.folder_id = ? and a.number ~ '^[67]' group by 1 having sum(l.debit_cents - l.credit_cents) <> 0`,
      [folder],
    );
    const balances: { number: string; cents: bigint }[] = rows;
    const rest = balances.reduce((sum, { cents }) => sum + cents, 0n);
    const lines = [...balances, { number: onto, cents: -rest }].map(({ number, cents }) => ({
      account: number,
      debit: cents < 0n ? -cents : 0n,
      credit: cents > 0n ? cents : 0n,
    }));
    await createEntry(ctx, folder, { journal: 'OD', date: END, label: 'Clôture', lines });
    const filled = await built(folder, TYPED);
    expect(form(filled, '2058A')?.cells).toEqual(cells(NORMAL['2058A'] ?? ''));
    expect(errors(filled)).toEqual([]);
  });

  it('is a file by the schemas', async () => {
    const folder = await example(db, ctx);
    const { companyId } = await updateFolder(db, folder, { siren: '732829320', siret: '73282932000074' });
    await updateCompany(db, companyId, WRITER);
    await built(folder, TYPED);
    const { filing } = await prepare(ctx, { folderId: folder, type: 'Liasse', end: END, channel: 'Internal' });
    const verdict = await checkDeposit(
      'procedure' in filing.payload ? filing.payload.procedure : '',
      filing.payload.content,
    );
    expect('file' in verdict || verdict.faults).toBe(true);
  });
});
