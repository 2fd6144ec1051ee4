/** The kinds of declarations that can be filed: all that is known of one stands in its entry. */
import {
  COMPANY_TAX_BALANCE,
  COMPANY_TAX_INSTALMENTS,
  CVAE_BALANCE,
  CVAE_INSTALMENTS,
  type DutyRule,
  RESULT_RETURN,
} from '../calendar/deadlines.ts';
import {
  advance,
  balance,
  type Content,
  groupReturn,
  instalment,
  liasse,
  refund,
  settlement,
} from './sending/contents.ts';
import {
  BASE_OF_CVAE,
  CAPITAL,
  CATEGORY,
  COMPANY_TAX,
  CREDITS,
  GROUP_CELLS,
  INSTALMENT,
  LEDGER,
  type Need,
  REGIME,
  SIRET_OF_LIASSE,
} from './sending/needs.ts';
import type { Subject } from './sending/subject.ts';

interface KindEntry {
  /** The name that people know the form by, in French as on the form. */
  readonly label: string;
  readonly duty: DutyRule;
  /** As channels name the form. */
  readonly form: string;
  /** How ChannelA takes it: the liasse as one text with the balance, the others as JSON. */
  readonly document: 'liasse' | 'forms';
  readonly edi: Edi;
  /** The usual reference of the tax obligation, by the category of income, when no other is declared. */
  readonly obligation: (category?: string) => string;
  /** Which exercises its content is read from: 0 is its own, 1 the one before, and so on; or the last whose return is due. */
  readonly reads: readonly number[] | 'last due';
  /** The forms that values can be declared in; undefined: every form that is not paid with. */
  readonly forms?: readonly string[];
  /** The day whose year is that of its forms. */
  readonly yearOf: 'exercise start' | 'period end';
  /** The cell of the form that says what is left to pay. */
  readonly toPay?: { readonly form: string; readonly cell: string };
  /** What must be there before it is built, after what every filing needs, in the order it is asked for. */
  readonly needs: readonly Need[];
  readonly build: (subject: Subject) => Content | Promise<Content>;
}

type Edi =
  | { readonly procedure: 'TDFC'; readonly type: 'IDF' }
  | { readonly procedure: 'PAYE'; readonly type: 'IS' | 'CVA' };

const resultReturn = {
  duty: RESULT_RETURN,
  edi: { procedure: 'TDFC', type: 'IDF' },
  obligation: (category = 'IS') => `${category}1`,
  yearOf: 'exercise start',
} as const;

const companyTax = {
  document: 'forms',
  edi: { procedure: 'PAYE', type: 'IS' },
  obligation: () => 'IS1',
  yearOf: 'exercise start',
} as const;

const cvae = {
  document: 'forms',
  edi: { procedure: 'PAYE', type: 'CVA' },
  obligation: () => 'CVAE1',
  yearOf: 'period end',
} as const;

const KINDS = {
  Liasse: {
    ...resultReturn,
    label: 'Liasse fiscale',
    form: 'Liasse',
    document: 'liasse',
    reads: [0],
    needs: [SIRET_OF_LIASSE, CATEGORY, REGIME, LEDGER],
    build: liasse,
  },
  LiasseTeteDeGroupe: {
    ...resultReturn,
    label: 'Liasse de groupe (2058-RG)',
    form: '2065',
    document: 'forms',
    reads: [],
    forms: ['2065', '2065BIS', '2058ER', '2058ES', '2058PAP'],
    needs: [CATEGORY, REGIME, GROUP_CELLS],
    build: groupReturn,
  },
  IS2571: {
    ...companyTax,
    label: 'IS 2571 relevé d’acompte',
    duty: COMPANY_TAX_INSTALMENTS,
    form: '2571',
    reads: [1, 2],
    forms: ['2571'],
    toPay: { form: '2571', cell: 'FN' },
    needs: [COMPANY_TAX, INSTALMENT],
    build: instalment,
  },
  IS2572: {
    ...companyTax,
    label: 'IS 2572 relevé de solde',
    duty: COMPANY_TAX_BALANCE,
    form: '2572',
    reads: [0],
    forms: ['2572'],
    toPay: { form: '2572', cell: 'PL' },
    needs: [COMPANY_TAX, REGIME, LEDGER, CAPITAL],
    build: balance,
  },
  IS2573: {
    ...companyTax,
    label: 'IS 2573 crédits d’impôt',
    duty: COMPANY_TAX_BALANCE,
    form: '2573',
    reads: [],
    forms: ['2573'],
    needs: [CREDITS],
    build: refund,
  },
  CVAESolde: {
    ...cvae,
    label: 'CVAE 1329-DEF solde',
    duty: CVAE_BALANCE,
    form: '1329DEF',
    reads: [0, 1], // the year before says whether instalments were owed
    forms: ['1329DEF', '2059E', '2033E'],
    toPay: { form: '1329DEF', cell: 'KA' },
    needs: [REGIME, LEDGER],
    build: settlement,
  },
  CVAEAcompte: {
    ...cvae,
    label: 'CVAE 1329-AC acompte',
    duty: CVAE_INSTALMENTS,
    form: '1329AC',
    reads: 'last due', // CGI 1679 septies: the value added of the last result return due on the day of the instalment
    forms: ['1329AC', '2059E', '2033E'],
    toPay: { form: '1329AC', cell: 'KA' },
    needs: [BASE_OF_CVAE],
    build: advance,
  },
} as const satisfies Readonly<Record<string, KindEntry>>;

/** A kind of declaration in our own words. Callers name them by the enumeration of the wire, which has others besides. */
export type DeclarationKind = keyof typeof KINDS;

export const kindEntry = (kind: DeclarationKind): KindEntry => KINDS[kind];

/** What a declaration is stored as: of a kind, or of none that we know. */
export type DeclarationType = DeclarationKind | 'Inconnu';

export const DECLARATION_KINDS = Object.keys(KINDS) as DeclarationKind[];
