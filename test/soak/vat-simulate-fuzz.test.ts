/**
 * Mutated bodies of `vat simulate`, 20,000 with SOAK=1: none crashes, what is refused is refused by a name that is declared,
 * and what is accepted is what the document of the body allows, by rules written here again.
 */
import { expect, it } from 'vitest';
import { vatSimulate } from '../../src/commands/vat/simulate.ts';
import { KINDS, TaxopsError } from '../../src/services/kernel/errors.ts';
import { type Answer, simulate } from '../commands/vat/simulation.ts';
import { vatSimulation } from '../contract/cases/vat-simulation.ts';
import fc from '../support/property.ts';

const BODIES = vatSimulation.good.flatMap(([, { params, body }]) => (params === undefined ? [body] : []));

// ---- what may stand in a body ----

type Rule = (value: unknown) => boolean;

const text: Rule = (value) => typeof value === 'string';
const name: Rule = (value) => text(value) || Number.isSafeInteger(value);
const flag: Rule = (value) => typeof value === 'boolean';
const whole: Rule = (value) => Number.isSafeInteger(value);
const isScalar = (value: unknown) => ['string', 'number'].includes(typeof value);
const like =
  (pattern: RegExp): Rule =>
  (value) =>
    isScalar(value) && pattern.test(String(value));
const amount = like(/^(\d{1,15}(\.\d{1,2})?|-0+(\.0{1,2})?)$/);
const signed = like(/^-?\d{1,15}(\.\d{1,2})?$/);
const euro = like(/^(\d{1,15}(\.0{1,2})?|-0+(\.0{1,2})?)$/);
const coefficient = like(/^(0|-0|0\.\d{1,2}|-0\.0{1,2}|1|1\.0{1,2}|0*[01](\.\d{1,2})?)$/);
const day: Rule = (value) =>
  text(value) &&
  /^\d{4}-\d\d-\d\d$/.test(value as string) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
const among = (words: string): Rule => {
  const all = words.split(' ');
  return (value) => all.includes(value as string);
};
const list =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
const record =
  (rule: Rule): Rule =>
  (value) =>
    isObject(value) && Object.values(value).every(rule);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null stands for absent, but in what `needed` names. */
const object =
  (shape: Readonly<Record<string, Rule>>, needed = ''): Rule =>
  (value) =>
    isObject(value) &&
    needed.split(' ').every((field) => field === '' || (value[field] !== undefined && value[field] !== null)) &&
    Object.entries(value).every(
      ([field, inner]) =>
        Object.hasOwn(shape, field) && (inner === null || inner === undefined || shape[field]?.(inner)),
    );

const RATES = among('_20 _10 _055 _085 _021 _0175 _009 _0105 _13 _0 MultipleRates Unknown');
const CATEGORIES = among(
  'ACHAT_ELEC ACHAT_ELEC_CORSE ACHAT_HORS_FR ACHAT_HORS_FR_CORSE ACHATS_FRANCHISE ACQUI_INTRACOM ACQUI_INTRACOM_CORSE AUTRE_OP_IMP AUTRE_OP_IMP_CORSE AUTRE_OP_IMP_DOM AUTRE_OP_IMP_RET_AUT AUTRE_OP_NON_IMP AUTRE_TVA_A_DEDUIRE CESSION_IMMO CESSION_IMMO_CORSE CESSION_IMMO_DOM COEFFICIENT_TAX CREDIT_TVA_TRANSF_GROUP DED_AUTRES AUTOLIQ_SOUS_TRAITANCE_BTP AUTOLIQ_PREST_INTRACOM AUTOLIQ_ACQUI_INTRACOM AUTOLIQ_IMPORTATION AUTOLIQ_ACHATS_PREST_283_1 DED_IMMO AUTOLIQ_PREST_INTRACOM_IMMO AUTOLIQ_ACQUI_INTRACOM_IMMO AUTOLIQ_IMPORTATION_IMMO EXPORT_HORS_UE IMPORT_AUTOLIQ IMPORT_RFS IMPORT_RFS_PETR LIVRAISON_ELEC_NON_IMP LIVRAISON_INTRA_B2B LIVR_SOI_MEME LIVR_SOI_MEME_CORSE OPER_INTERN_AU PREST_INTRACOM PREST_INTRACOM_CORSE PROD_PETR REGUL_OPERATION_IMP REGUL_OPERATION_NON_IMP REGUL_TVA_DED REPORT_TVA SOMMES_AJOUT SOMMES_IMPUT SORTIES_REG_SUSP SORTIES_REG_SUSP_DOM SORTIES_REG_SUSP_CORSE TOTAL_A_PAYER_GROUP TVA_MONACO TVA_REMB_DEMANDE VENTES_UE_B2C VENTE_NON_ETABLI_FR VT_PREST VT_PREST_CORSE VT_PREST_DOM NOT_DECLARABLE',
);
const EXIGIBILITIES = among('Unknown OnReceipts OnDebits Mixed NotLiable');
const FORMS = among('_3310CA3 _3517SCA12 _3517AGRSD _3514 _3515SD _3525BIS _3310TER');
const ALL_FORMS = among(
  '_3310A _3310CA3 _3310TER _3310TIC _3514 _3515SD _3517AGRSD _3517DDR _3517SCA12 _3519 _3525BIS _T_IDENTIF _3310CA3G T_IDENTIF',
);
const box: Rule = (value) => ['string', 'number', 'boolean'].includes(typeof value);
const boxes = record((value) => box(value) || list(box)(value));
const person = object({ Name: text, Quality: text, Place: text });
const place = { Name: text, Street: text, PostCode: name, Town: text };

const distribution = object(
  { VatRate: RATES, TaxExcludedAmount: signed, VatAmount: signed },
  'VatRate TaxExcludedAmount VatAmount',
);
const line = object(
  {
    LineId: whole,
    AccountNumber: name,
    SubAccount: name,
    Label: text,
    Debit: amount,
    Credit: amount,
    Letter: name,
    LetterDate: day,
    VatRate: RATES,
    VatCategory: CATEGORIES,
    Exigibility: EXIGIBILITIES,
    IsDeclared: flag,
    VatRateDistributions: list(distribution),
  },
  'AccountNumber',
);
const entry = object(
  { EntryId: whole, Journal: name, JournalType: name, Date: day, Label: text, Lines: list(line) },
  'Date',
);
const period = object(
  {
    StartDate: day,
    EndDate: day,
    PreparedOn: day,
    UserBoxes: record(boxes),
    Instalments: list(object({ Month: like(/^\d{4}-(07|12)$/), PaidAmount: euro, RemainingAmount: euro }, 'Month')),
    Refund: object({
      Amount: euro,
      Reason: among('First Event Other'),
      Establishment: among('French Eu NonEu'),
      Mode: among('Credit SetOff'),
      CreationDate: day,
      EventDate: day,
      Comment: text,
      Iban: text,
      Bic: text,
      Holder: text,
      Applicant: person,
      Representative: person,
    }),
    Payments: list(object({ Iban: text, Bic: text, Amount: amount, Reference: text }, 'Amount')),
  },
  'StartDate EndDate',
);
const BODY = object(
  {
    Folder: object({
      Siren: name,
      Department: name,
      FamilyName: text,
      DeductionCoefficient: coefficient,
      TaxpayerKind: among('Company PublicLimitedCompany SoleTrader Other EuNotEstablished Farm GroupHead'),
      VatSystem: among('RealNormal MiniReal Simplified SimplifiedFarm Franchise NotLiable'),
      Territory: among('Mainland Corsica Overseas'),
      AdvancePaymentMode: among('TaxIncluded TaxExcluded'),
      VatDeadlineDay: (value) =>
        isScalar(value) &&
        value !== '' &&
        Number(value) >= 15 &&
        Number(value) <= 24 &&
        Number.isInteger(Number(value)),
    }),
    Form: FORMS,
    Mode: among('Compute Check'),
    AutoFillRates: flag,
    Periods: list(period),
    Entries: list(entry),
    Accounts: list(
      object(
        {
          AccountNumber: name,
          Label: text,
          VatCategory: CATEGORIES,
          VatRate: RATES,
          Exigibility: EXIGIBILITIES,
          IncludeUnletteredPayments: flag,
        },
        'AccountNumber',
      ),
    ),
    ThirdParties: list(
      object(
        { AccountNumber: name, SubAccount: name, ExigibilityMode: EXIGIBILITIES, IncludeUnletteredPayments: flag },
        'AccountNumber',
      ),
    ),
    PreviousProcedures: list(
      object(
        {
          Form: ALL_FORMS,
          StartDate: day,
          EndDate: day,
          Boxes: boxes,
          Status: among('Draft Sending SendUncertain Sent Transmitted Accepted Rejected Cancelled'),
          DeclaredLines: list(
            object(
              {
                EntryId: whole,
                LineId: whole,
                Side: among('Due Deductible Advance'),
                VatRate: RATES,
                TaxExcludedAmount: signed,
                VatAmount: signed,
              },
              'EntryId LineId',
            ),
          ),
        },
        'StartDate EndDate',
      ),
    ),
    Boxes: record(boxes),
    Edi: object({
      Test: flag,
      Reference: text,
      Writer: object({ Siret: name, ...place }),
      Declarant: object({ ...place, Rof: text }),
    }),
  },
  'Periods',
);

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

/** Of a body whose values may all stand: the entries balance, and nothing has a number twice. */
function isLedger({ Entries, Mode }: Answer): boolean {
  if (Mode === 'Check') return true;
  const all = (Entries ?? []) as Answer[];
  const ids = all.map(({ EntryId }, at) => EntryId ?? at + 1);
  return (
    new Set(ids).size === ids.length &&
    all.every(({ Lines }) => {
      const own = (Lines ?? []) as Answer[];
      const numbers = own.map(({ LineId }, at) => LineId ?? at + 1);
      const net = own.reduce((sum, { Debit, Credit }) => sum + cents(Debit) - cents(Credit), 0);
      const isOneSided = own.every(({ Debit, Credit }) => cents(Debit) === 0 || cents(Credit) === 0);
      return net === 0 && isOneSided && new Set(numbers).size === numbers.length;
    })
  );
}

const inOrder = ({ Periods }: Answer): boolean =>
  Periods.length > 0 &&
  Periods.every(
    ({ StartDate, EndDate }: Answer, at: number) =>
      StartDate <= EndDate && (at === 0 || StartDate > Periods[at - 1].EndDate),
  );

// ---- what is changed ----

type Path = readonly (string | number)[];

/** Everything in a body, with where it stands. */
const placesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [
        path,
        ...Object.entries(value).flatMap(([key, inner]) =>
          placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : [path];

const JUNK: readonly unknown[] = [
  ...['', 'x', ' ', '0', '1', '-1', '-5.00', '-0.00', '1.234', '1,50', '1e5', 'NaN', '9'.repeat(16), '9'.repeat(30)],
  ...[
    'vt_prest',
    'VT_PREST',
    'ONDEBITS',
    'OnReceipts',
    '_20',
    '_021',
    '20',
    'multiplerates',
    '_3310ca3',
    '_3514',
    'check',
  ],
  ...[
    '2026-02-30',
    '2026-05-01',
    '2026-12-31',
    '26-05-01',
    '2026-5-1',
    '0000-00-00',
    '9999-12-31',
    '\0',
    '\ud800',
    '__proto__',
  ],
  ...[
    -1,
    0,
    1,
    0.5,
    1.005,
    1e21,
    2 ** 53,
    -0,
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    ['X'],
    Array(60).fill('1'),
  ],
];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'vatRate',
  'Unknown',
  'VatRate',
  'VatCategory',
  'Exigibility',
  'Letter',
  'LetterDate',
  'IsDeclared',
  'PreparedOn',
  'GH',
  'KF',
  'CA',
  'FP',
  'Periods',
];

const WORDS = ['drop', 'case', 'double', 'swap', 'rename', 'add', 'cent'] as const;
const change = fc.record({
  at: fc.nat(),
  other: fc.nat(),
  junk: fc.constantFrom(...JUNK),
  name: fc.constantFrom(...NAMES),
  kind: fc.constantFrom('replace', 'replace', ...WORDS),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const otherCase = (value: string) => (value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase());

/** One more cent, in the type it had. */
function withCent(value: unknown): unknown {
  if (!signed(value)) return value;
  const more = (cents(value) + 1) / 100;
  return typeof value === 'number' ? more : more.toFixed(2);
}

/** Where a change is made: a value, with what holds it. */
interface Spot extends Change {
  readonly owner: Answer;
  readonly key: string | number;
}

const put = (owner: object, place: string | number, value: unknown) =>
  Object.defineProperty(owner, place, { value, enumerable: true, configurable: true, writable: true });

function drop({ owner, key }: Spot): void {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}

function rename(spot: Spot): void {
  const { owner, key, other, name: added } = spot;
  if (Array.isArray(owner)) return;
  const own = owner[key];
  drop(spot);
  put(owner, other % 2 ? added : otherCase(String(key)), own);
}

function swap({ owner, key, other }: Spot): void {
  const keys = Object.keys(owner);
  const second = keys[other % keys.length] ?? key;
  const held = owner[second];
  put(owner, second, owner[key]);
  put(owner, key, held);
}

const WAYS: Readonly<Record<string, (spot: Spot) => void>> = {
  replace: ({ owner, key, junk }) => void put(owner, key, structuredClone(junk)),
  case: ({ owner, key }) => void (typeof owner[key] === 'string' && put(owner, key, otherCase(owner[key]))),
  cent: ({ owner, key }) => void put(owner, key, withCent(owner[key])),
  double: ({ owner, key }) => void (Array.isArray(owner) && owner.push(structuredClone(owner[Number(key)]))),
  add: ({ owner, name: added, junk }) => void (Array.isArray(owner) || put(owner, added, structuredClone(junk))),
  drop,
  rename,
  swap,
};

function changed(body: unknown, change: Change): unknown {
  const copy = structuredClone(body);
  const places = placesOf(copy).filter((path) => path.length > 0);
  const path = places[change.at % places.length];
  const key = path?.at(-1);
  if (!path || key === undefined) return copy;
  const owner = path.slice(0, -1).reduce<Answer>((inner, step) => inner[step], copy);
  WAYS[change.kind]?.({ ...change, owner, key });
  return copy;
}

const mutated = fc
  .tuple(fc.constantFrom(...BODIES), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([body, changes]) => changes.reduce(changed, body as unknown));

const DECLARED = [...(vatSimulate.errors ?? []), 'InvalidInput'];
/** Names of what a body whose values may all stand is still refused for. */
const BEYOND =
  'PeriodInvalid PeriodsOverlap PeriodAlreadyDeclared EntryIdTwice EntryNotBalanced AmountInvalid ValueUnknown DistributionsDoNotSum BoxUnknown BoxIsComputed AmountNotWhole PaymentsInvalid EdiInvalid InvalidInput';

const outcomes = new Map<string, number>();

async function take(body: unknown): Promise<void> {
  const answer = await simulate(body).catch((error: unknown) => error);
  const code = answer instanceof TaxopsError ? answer.code : answer instanceof Error ? 'crash' : 'accepted';
  outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  if (code === 'accepted') {
    expect(BODY(body)).toBe(true);
    expect({ isLedger: isLedger(body), inOrder: inOrder(body) }).toEqual({ isLedger: true, inOrder: true });
    return;
  }
  if (!(answer instanceof TaxopsError)) throw answer;
  expect(DECLARED).toContain(code);
  expect([2, 6]).toContain(KINDS[answer.kind].exit);
  expect(`${answer.text('en')} ${answer.text('fr')}`).not.toMatch(/\{\w+\}|undefined|\[object/);
  if (BODY(body)) expect(BEYOND.split(' ')).toContain(code);
}

it('takes any body', async () => {
  await fc.assert(fc.asyncProperty(mutated, take), { numRuns: process.env.SOAK ? 20_000 : 1_000 });
  // Both ends are reached, and names of every kind.
  expect(outcomes.get('accepted')).toBeGreaterThan(50);
  expect([...outcomes.keys()].sort()).toEqual(
    expect.arrayContaining(['EntryNotBalanced', 'InvalidInput', 'ValueUnknown']),
  );
});
