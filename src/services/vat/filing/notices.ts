/**
 * Notices that are registered (D77, D78): kept before anything changes, then followed by the return that has their
 * number. One without a return is kept, and followed when a return gets the number. Polled notices are pieces of their
 * filing.
 */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Notice, openPiece, readNotice } from '../../edi/notice.ts';
import { readBase64, unpack } from '../../edi/unpack.ts';
import { readXml } from '../../edi/xml.ts';
import { companionReference, filingReference } from '../../edi/xml-edi.ts';
import { type FilingRow, standingFiling } from '../../filing/filings.ts';
import { getFolder } from '../../folders/folders.ts';
import { type Labels, TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { type ProcedureRow, procedures } from '../procedures/store.ts';
import { type Followed, followAll, lockFiled, statusAfter, type Verdict } from './status.ts';
import { DONE, verdictOf } from './verdict.ts';

export const NOTICE_TYPES = ['Acs', 'Ars', 'Code98'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export interface GivenNotice {
  readonly numeroAds: string;
  readonly typeAccuse: NoticeType;
  readonly codeRetour: string;
  readonly rawXml: string;
  /** Base64, packed or not. */
  readonly contenu?: string | null | undefined;
  /** What the partner says of `contenu`; its bytes decide. */
  readonly mimeType?: string | null | undefined;
  readonly codeRejetApplicatif?: string | null | undefined;
  readonly libelleRejetApplicatif?: string | null | undefined;
}

interface StoredVerdict extends Verdict {
  /** What it says of each declaration that it names. */
  readonly declarations?: Readonly<Record<string, Verdict>>;
}

export interface VatNoticeRow {
  readonly folder_id: number;
  readonly id: number;
  readonly procedure_id: number | null;
  readonly numero_ads: string;
  readonly type: NoticeType;
  readonly code_retour: string;
  /** Null when the notice cannot be read: it is kept, and changes nothing. */
  readonly verdict: StoredVerdict | null;
  readonly sha256: string;
  readonly sealed: Buffer;
  readonly applied: boolean;
  readonly received_at: string;
}

export interface Registered {
  readonly matched: boolean;
  readonly procedureId: number | null;
  readonly status: ProcedureRow['status'] | null;
  readonly archiveId: number;
}

export const vatNotices = (knex: Knex): Knex.QueryBuilder<VatNoticeRow, VatNoticeRow[]> =>
  knex<VatNoticeRow, VatNoticeRow[]>('vat_notice');

type Place = Pick<VatNoticeRow, 'folder_id' | 'numero_ads' | 'type' | 'sha256'>;

/** What the encrypted notice is bound to. */
export const vatNoticePlace = ({ folder_id, numero_ads, type, sha256 }: Place): string =>
  `vat notice ${folder_id} ${numero_ads} ${type} ${sha256}`;

/** The same notice again changes nothing. Throws FolderNotFound, NoticeInvalid. */
export async function registerVatNotice(ctx: Context, folderId: number, given: GivenNotice): Promise<Registered> {
  await getFolder(ctx, folderId);
  await checkNotice(given);
  const read = await readGiven(given);
  if (read) refuseContradiction(given, read);
  const db = await ctx.db();
  const row = await archived(ctx, folderId, given, verdictGiven(given, read));
  const applied = await db.transaction((trx) => applyTo(trx, row));
  if (applied === undefined) return { matched: false, procedureId: null, status: null, archiveId: row.id };
  const { id: procedureId, status, isDraft } = applied;
  if (isDraft) throw vatErrors.NoticeInvalid({ detail: draftOf(procedureId, row.id) });
  return { matched: true, procedureId, status, archiveId: row.id };
}

const draftOf = (procedureId: number, archiveId: number): Labels => ({
  en: `VAT return ${procedureId} is a draft; archive ${archiveId}`,
  fr: `la déclaration de TVA ${procedureId} est un brouillon ; archive ${archiveId}`,
});

/** Throws NoticeInvalid. */
async function checkNotice({ rawXml, contenu }: GivenNotice): Promise<void> {
  try {
    await readXml(rawXml);
    if (contenu) unpack(readBase64(contenu));
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    throw vatErrors.NoticeInvalid({ detail: error.message.replace(/\.$/, '') });
  }
}

/** A notice that says itself which it is, and of what, is none of another number or kind. Throws NoticeInvalid. */
function refuseContradiction({ numeroAds, typeAccuse }: GivenNotice, read: Notice): void {
  const refused = (name: string, given: string, is: string) =>
    vatErrors.NoticeInvalid({
      detail: { en: `${name} ${given}, ${is} in its XML`, fr: `${name} ${given}, ${is} dans son XML` },
    });
  if (read.numeroAds !== numeroAds) throw refused('NumeroAds', numeroAds, read.numeroAds);
  if (typeAccuse !== 'Code98' && read.kind !== typeAccuse) throw refused('TypeAccuse', typeAccuse, read.kind);
}

/** Committed before anything changes. */
async function archived(
  ctx: Context,
  folderId: number,
  given: GivenNotice,
  verdict: StoredVerdict | undefined,
): Promise<VatNoticeRow> {
  const { knex } = await ctx.db();
  const { numeroAds, typeAccuse, codeRetour, rawXml, contenu, mimeType } = given;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([rawXml, contenu ?? '']))
    .digest('hex');
  const place = { folder_id: folderId, numero_ads: numeroAds, type: typeAccuse, sha256 };
  const key = { ...place, code_retour: codeRetour };
  const content = Buffer.from(JSON.stringify({ rawXml, contenu, mimeType }));
  await vatNotices(knex)
    .insert({
      ...key,
      verdict: (verdict ? JSON.stringify(verdict) : null) as never,
      sealed: (await ctx.secrets()).seal(content, vatNoticePlace(place)),
      received_at: ctx.clock.now(),
    })
    .onConflict(['folder_id', 'numero_ads', 'type', 'code_retour', 'sha256'])
    .ignore();
  const row = await vatNotices(knex).where(key).first();
  if (!row) throw new Error('a notice that was stored is not there');
  return row;
}

/**
 * Code98 stands for the list of both kinds: the notice itself says which it is, and of what. Of the others the code says it,
 * unless the notice, or the code of the authority, tells of a rejection that the portal merely passed on.
 */
function verdictGiven(given: GivenNotice, read: Notice | undefined): StoredVerdict | undefined {
  const { typeAccuse: kind, codeRetour: code, libelleRejetApplicatif: label } = given;
  const proved = read && verdictOf(read, '');
  const declarations = read ? { declarations: declarationsOf(read) } : {};
  if (kind === 'Code98' || proved?.isAccepted === false) return proved && { ...proved, ...declarations };
  const rejection = given.codeRejetApplicatif || (code === DONE ? undefined : code);
  const answer = { type: kind, code: rejection ?? code, label: label || null, form: null, zone: null };
  const isAccepted = rejection === undefined;
  return { kind, isAccepted, answers: [answer], ...(isAccepted && declarations) };
}

const declarationsOf = (read: Notice): Record<string, Verdict> =>
  Object.fromEntries(
    read.lines.flatMap(({ reference = '' }) => {
      const verdict = verdictOf(read, filingReference(reference), reference);
      return reference !== '' && verdict ? [[reference, verdict]] : [];
    }),
  );

/** Undefined when neither of its forms is a notice. */
async function readGiven({ rawXml, contenu }: GivenNotice): Promise<Notice | undefined> {
  const forms = [() => Buffer.from(rawXml), ...(contenu ? [() => openPiece(contenu).document] : [])];
  for (const form of forms) {
    try {
      return await readNotice(form());
    } catch (error) {
      if (!(error instanceof TaxopsError)) throw error;
    }
  }
  return undefined;
}

interface Applied extends Pick<ProcedureRow, 'id' | 'status'> {
  /** A draft follows no notice, but one about its test. */
  readonly isDraft: boolean;
}

/** Undefined when no return of the folder has the number. */
async function applyTo(trx: Knex.Transaction, row: VatNoticeRow): Promise<Applied | undefined> {
  const { folder_id, id, applied, verdict } = row;
  const found = await deposited(trx, row);
  const filed = found ? await lockFiled(trx, [{ folder_id, owner_id: found.procedureId, sha256: found.sha256 }]) : [];
  const procedure = filed.find((one) => one.id === found?.procedureId);
  if (!found || !procedure) return undefined;
  const isNew = !applied && !found.isTest && verdict !== null;
  const about = isNew ? filed.filter((one) => isAbout(one, found)) : [];
  const isDraft = about.includes(procedure) && procedure.status === 'Draft';
  const followed = verdict === null ? [] : about.flatMap((one) => followedBy(one, verdict, found));
  await followAll(trx, followed);
  await vatNotices(trx).where({ folder_id, id }).update({ procedure_id: procedure.id, applied: !isDraft });
  const own = followed.find(({ row: one }) => one === procedure);
  return { id: procedure.id, status: own ? statusAfter(procedure.status, own.verdict) : procedure.status, isDraft };
}

/** What was filed elsewhere since is not what our deposit was; a return that was sent again waits for another answer. */
const isAbout = ({ id, sending_channel }: ProcedureRow, { isOurs, isStanding, procedureId }: Deposited): boolean =>
  isOurs === (sending_channel !== 'Manual') && (isStanding || id !== procedureId);

/** A notice that names the declarations of the file says of each what is said of it. */
function followedBy(row: ProcedureRow, verdict: StoredVerdict, { procedureId, reference }: Deposited): Followed[] {
  if (row.status === 'Draft') return [];
  const declared = row.id === procedureId ? reference : companionReference(reference, 'RBT');
  const { declarations = {}, ...whole } = verdict;
  const isNamed = Object.keys(declarations).some((name) => filingReference(name) === reference);
  const own = isNamed ? declarations[declared] : whole;
  return own ? [{ row, verdict: own }] : [];
}

interface Deposited {
  readonly procedureId: number;
  readonly reference: string;
  readonly sha256: string;
  readonly isTest: boolean;
  /** Its last deposit: an answer to one before it decides nothing more. */
  readonly isStanding: boolean;
  readonly isOurs: boolean;
}

/** By the number of a deposit of this folder: ours, or one made elsewhere. */
async function deposited(
  trx: Knex.Transaction,
  { folder_id, numero_ads }: VatNoticeRow,
): Promise<Deposited | undefined> {
  const filing = await trx<FilingRow>('filing')
    .where({ folder_id, owner_kind: 'VatProcedure', numero_ads })
    .orderBy('id', 'desc')
    .first();
  if (filing) {
    const { owner_id: procedureId, is_test: isTest, reference, sha256 } = filing;
    const standing = await standingFiling(trx, { folderId: folder_id, owner: 'VatProcedure', ids: [procedureId] });
    return { procedureId, reference, sha256, isTest, isStanding: standing?.id === filing.id, isOurs: true };
  }
  const numbered = await procedures(trx).where({ folder_id, numero_piece: numero_ads }).orderBy('id', 'desc').first();
  if (!numbered) return undefined;
  const isOurs = numbered.sending_channel !== 'Manual';
  const unnamed = { reference: '', sha256: '' };
  return { ...unnamed, procedureId: numbered.id, isTest: numbered.test_mode === true, isStanding: true, isOurs };
}

/** Notices that came before their number was known. */
export async function followPending(
  trx: Knex.Transaction,
  { folder_id }: Pick<ProcedureRow, 'folder_id'>,
  numeroAds: string,
): Promise<void> {
  const pending = await vatNotices(trx).where({ folder_id, numero_ads: numeroAds, applied: false }).orderBy('id');
  for (const row of pending) await applyTo(trx, row);
}
