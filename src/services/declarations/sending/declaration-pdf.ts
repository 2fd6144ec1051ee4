/** A declaration on paper: identity, state, every form with its cells, notices. */
import { writePdf } from '../../documents/pdf.ts';
import type { PdfColumn, PdfSection } from '../../documents/pdf-table.ts';
import { readNotice } from '../../edi/notice.ts';
import type { FilingRow } from '../../filing/filings.ts';
import { filingPiece, noticePieces } from '../../filing/pieces.ts';
import { getCompany } from '../../folders/companies.ts';
import type { Folder } from '../../folders/store.ts';
import type { ContentValue, FormContent } from '../../forms/content.ts';
import { FORMS } from '../../forms/form-book.ts';
import { dayParts } from '../../kernel/dates.ts';
import { type Labels, type Language, TaxopsError } from '../../kernel/errors.ts';
import { parisWallTime } from '../../kernel/paris-time.ts';
import type { Context } from '../../operation/context.ts';
import { rejectionText } from '../rules/rejections.ts';
import type { StoredDeclaration } from '../store.ts';
import { sendingErrors } from './errors.ts';
import { filingOfDeclaration } from './filer.ts';

/** Throws DocumentNotThere when no forms of it were ever sent from here. */
export async function declarationPdf(ctx: Context, folder: Folder, declaration: StoredDeclaration): Promise<Buffer> {
  const { id } = declaration;
  const filing = await filingOfDeclaration(ctx, declaration);
  const piece = filing && (await filingPiece(ctx, filing, 'Forms'));
  if (!piece) throw sendingErrors.DocumentNotThere({ declarationId: id });
  const forms = JSON.parse(piece.content.toString('utf8')) as FormContent[];
  const company = await getCompany(ctx, folder.companyId);
  const { language } = ctx;
  const chunks: Uint8Array[] = [];
  const report = {
    title: declaration.record.values.label ?? declaration.type,
    lines: identity(folder, declaration, language),
    foot: company.name,
    createdAt: piece.createdAt,
    words: { page: 'Page', carried: WORDS.carried[language] },
    sections: [
      ...(await Promise.all(forms.map((form) => formSection(form, language)))),
      ...(await noticeSections(ctx, filing)),
    ],
  };
  for await (const chunk of writePdf(report)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const WORDS = {
  carried: { en: 'carried forward', fr: 'report' },
  period: { en: 'Period', fr: 'Période' },
  state: { en: 'State', fr: 'État' },
  deposit: { en: 'Deposit', fr: 'Dépôt' },
  form: { en: 'Form', fr: 'Formulaire' },
  cell: { en: 'Cell', fr: 'Zone' },
  label: { en: 'Label', fr: 'Libellé' },
  value: { en: 'Value', fr: 'Valeur' },
  notices: { en: 'Notices', fr: 'Avis' },
  notice: { en: 'Notice', fr: 'Avis' },
  number: { en: 'Number', fr: 'Numéro' },
  date: { en: 'Date', fr: 'Date' },
  verdict: { en: 'Verdict', fr: 'Résultat' },
} as const satisfies Record<string, Labels>;

function identity(folder: Folder, declaration: StoredDeclaration, language: Language): string[] {
  const { values } = declaration.record;
  const reasons = rejectionText(values.reasons ?? []);
  return [
    `${folder.name}  ${folder.siren ?? ''}`,
    `${WORDS.period[language]} ${declaration.periodEnd ?? ''}   ${WORDS.state[language]} ${declaration.status}`,
    ...(declaration.numeroAds ? [`${WORDS.deposit[language]} ${declaration.numeroAds}`] : []),
    ...(declaration.channelAId ? [`ChannelA ${declaration.channelAId}`] : []),
    ...(reasons ? [reasons] : []),
  ];
}

async function formSection(form: FormContent, language: Language): Promise<PdfSection> {
  const labels = await labelsOf(form);
  const row = ([cell, value]: readonly [string, ContentValue]): string[] => [
    cell,
    labels.get(cell) ?? '',
    written(value),
  ];
  const repeated = form.repeated.flatMap((line, index) =>
    Object.entries(line).map(([cell, value]) => [`${cell} ${index + 1}`, labels.get(cell) ?? '', written(value)]),
  );
  return {
    heading: `${WORDS.form[language]} ${form.form} (20${form.millesime})`,
    columns: cellColumns(language),
    rows: [...Object.entries(form.cells).map(row), ...repeated],
  };
}

/** Forms of a year without table keep the labels of the last known one. */
async function labelsOf({ form, exerciseStart }: FormContent): Promise<ReadonlyMap<string, string>> {
  if (!FORMS.has(form)) return new Map();
  const { cells } = FORMS.choose([form], { year: dayParts(exerciseStart).year, acceptLastKnownYear: true });
  return new Map(cells.map(({ cell, label }) => [cell, label]));
}

const cellColumns = (language: Language): PdfColumn[] => [
  { header: WORDS.cell[language], weight: 1 },
  { header: WORDS.label[language], weight: 7 },
  { header: WORDS.value[language], weight: 2, align: 'right' },
];

/** Thousands apart, as on forms. */
const written = (value: ContentValue): string =>
  typeof value === 'number' ? String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0') : value;

async function noticeSections(ctx: Context, filing: FilingRow): Promise<PdfSection[]> {
  const { language } = ctx;
  const pieces = await noticePieces(ctx, filing);
  if (pieces.length === 0) return [];
  const rows = await Promise.all(pieces.map(async ({ kind, content }) => [kind, ...(await noticeCells(content))]));
  const headers = [WORDS.notice, WORDS.number, WORDS.date, WORDS.verdict];
  const columns = headers.map((header, index) => ({ header: header[language], weight: index === 3 ? 4 : 2 }));
  return [{ heading: WORDS.notices[language], columns, rows }];
}

async function noticeCells(content: Uint8Array): Promise<string[]> {
  try {
    const { numeroAds, date, lines } = await readNotice(content);
    const verdicts = lines.map(({ group, errors }) =>
      [group, ...errors.map(({ code, libelle }) => `${code ?? ''} ${libelle ?? ''}`)].join(' '),
    );
    return [numeroAds, date ? parisWallTime(date).replace('T', ' ') : '', [...new Set(verdicts)].join(' ; ')];
  } catch (error) {
    if (error instanceof TaxopsError) return ['', '', error.code];
    throw error;
  }
}
