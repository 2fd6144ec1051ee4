/** Charts of a report: the balance of each account over time, and what came in and went out by month. */
import type { PdfChart } from '../../documents/pdf-chart.ts';
import { type Chart, svgChart } from '../../documents/svg-chart.ts';
import { cellForPeople } from '../../documents/table.ts';
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { drawn } from './document.ts';
import type { AccountFigures, Figures } from './figures.ts';
import { REPORT_WORDS } from './words.ts';

const [BLUE, GREEN, RED] = ['#1f5fa8', '#2f8f5b', '#b5403a'];

/** More points cannot be distinguished on a page. */
const MOST_POINTS = 800;

interface BalanceOn {
  readonly day: PlainDate;
  readonly balance: Cents;
}

/** From the day before the period to its last day. */
function balances({ opening, days, closing }: AccountFigures, { beginDate, endDate }: Figures['period']): BalanceOn[] {
  if (opening === undefined || closing === undefined) return [];
  const known = days.flatMap(({ period, balance }) =>
    balance === undefined ? [] : [{ day: period as PlainDate, balance }],
  );
  const step = Math.ceil(known.length / MOST_POINTS);
  const shown = known.filter((_, index) => (known.length - 1 - index) % step === 0);
  return [{ day: beginDate, balance: opening }, ...shown, { day: endDate, balance: closing }];
}

/** Figures of a page, one after the other: accounts without any movement or balance have none. */
export async function* svgFigures({ accounts, period }: Figures, language: Language): AsyncGenerator<string> {
  const charts = accounts.flatMap((account) => chartsOf(account, period, language));
  for (const [index, chart] of charts.entries()) yield `<p>${await svgChart(chart, `chart${index}`)}</p>\n`;
}

/** Told apart on paper and by those who see few colours. */
const LINES = ['#1f5fa8', '#b5403a', '#2f8f5b', '#a06a00', '#7a4fa3', '#3c8d9e', '#6b6b6b', '#c2588f'] as const;

/** The balances of all accounts in one drawing. */
export const balanceChart = ({ accounts, period }: Figures, language: Language): Chart => ({
  title: REPORT_WORDS[language].balance,
  kind: 'steps',
  series: accounts.flatMap((account, index) => {
    const points = balances(account, period).map(({ day, balance }): [string, number] => [day, drawn(balance)]);
    return points.length > 0 ? [{ name: account.name, color: LINES[index % LINES.length] ?? '', points }] : [];
  }),
  valueText: (value) => wholeText(value, language),
  language,
});

function chartsOf(account: AccountFigures, period: Figures['period'], language: Language): Chart[] {
  const words = REPORT_WORDS[language];
  const valueText = (value: number) => wholeText(value, language);
  const held = balances(account, period);
  const byMonth = (value: 'income' | 'expense') =>
    account.months.map((month): [string, number] => [month.period, Math.abs(drawn(month[value]))]);
  const balance: Chart = {
    title: `${words.balance} - ${account.name}`,
    kind: 'steps',
    series: [{ name: words.balance, color: BLUE ?? '', points: held.map(({ day, balance }) => [day, drawn(balance)]) }],
    valueText,
    language,
  };
  const flows: Chart = {
    title: `${words.flows} - ${account.name}`,
    kind: 'bars',
    series: [
      { name: words.columns.Income, color: GREEN ?? '', points: byMonth('income') },
      { name: words.columns.Expense, color: RED ?? '', points: byMonth('expense') },
    ],
    valueText,
    language,
  };
  return [...(held.length > 0 ? [balance] : []), ...(account.months.length > 0 ? [flows] : [])];
}

const AMOUNT = { name: '', header: '', type: 'amount', weight: 1 } as const;
const DAY = { ...AMOUNT, type: 'day' } as const;
const dayText = (day: PlainDate, language: Language): string => cellForPeople(day, DAY, language);
const amountText = (amount: Cents, language: Language): string => cellForPeople(amount.toString(), AMOUNT, language);

/** `12 000` on an axis. */
const wholeText = (value: number, language: Language): string =>
  amountText(BigInt(Math.round(value)) * 100n, language).slice(0, -3);

/** The same balances for a page of a PDF. */
export const pdfCharts = ({ accounts, period }: Figures, language: Language): PdfChart[] =>
  accounts.flatMap((account) => {
    const held = balances(account, period);
    if (held.length === 0) return [];
    const low = held.reduce((least, { balance }) => (balance < least ? balance : least), held[0]?.balance ?? 0n);
    const high = held.reduce((most, { balance }) => (balance > most ? balance : most), held[0]?.balance ?? 0n);
    const first = dayNumber(period.beginDate);
    const length = Math.max(1, dayNumber(period.endDate) - first);
    const height = Math.max(1, drawn(high - low));
    const place = (balance: Cents) => drawn(balance - low) / height;
    return [
      {
        title: `${REPORT_WORDS[language].balance} - ${account.name}`,
        points: held.map(({ day, balance }): [number, number] => [(dayNumber(day) - first) / length, place(balance)]),
        zero: place(0n),
        high: amountText(high, language),
        low: amountText(low, language),
        first: dayText(period.beginDate, language),
        last: dayText(period.endDate, language),
      },
    ];
  });
