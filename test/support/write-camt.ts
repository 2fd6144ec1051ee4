/** Writes camt.053 of the drafts that `write-120.ts` takes, in the words of another bank department. */
import type { MovementDraft, StatementDraft } from './write-120.ts';

export interface CamtOptions {
  readonly version?: '02' | '08';
  /** Label of an entry; by default it says the same in other words. */
  readonly label?: (label: string) => string;
}

type Iban = (account: StatementDraft['account']) => string;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The text of one message. `iban` names the account of each draft. */
export const writeCamt053 = (drafts: readonly StatementDraft[], iban: Iban, options: CamtOptions = {}): string =>
  camtOpening(options.version ?? '02') +
  drafts.map((draft) => camtStatement(draft, iban, options)).join('\n') +
  camtClosing;

export const camtOpening = (version: '02' | '08'): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
`;
export const camtClosing = '</BkToCstmrStmt></Document>';

export function camtStatement(
  { account, start, end, movements }: StatementDraft,
  iban: Iban,
  options: CamtOptions,
): string {
  const { version = '02', label = (text) => `OPERATION ${text}` } = options;
  const { currencyCode, decimals } = account;
  const reference = references();
  const money = (units: number) =>
    `<Amt Ccy="${currencyCode}">${(Math.abs(units) / 10 ** decimals).toFixed(decimals)}</Amt>` +
    `<CdtDbtInd>${units < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, date: string, units: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(units)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
  const party = (name: string) => (version === '08' ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`);
  let sum = start.units;
  const entries = [...movements].map((movement) => {
    sum += movement.units;
    const text = escaped(movement.label);
    return `<Ntry>${money(movement.units)}<Sts>${version === '08' ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts>
<BookgDt><Dt>${movement.operationDate}</Dt></BookgDt><ValDt><Dt>${movement.valueDate ?? movement.operationDate}</Dt></ValDt>
<AcctSvcrRef>${reference(movement)}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr>${party(text)}</Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>${escaped(label(movement.label))}</AddtlNtryInf></Ntry>`;
  });
  return `<Stmt><Id>S</Id><Acct><Id><IBAN>${iban(account)}</IBAN></Id><Ccy>${currencyCode}</Ccy></Acct>
${balance('OPBD', start.date, start.units)}${balance('CLBD', end.date, end.units ?? sum)}${entries.join('\n')}</Stmt>`;
}

/** The same for a movement in every file, as banks give it: the n-th alike of its day. */
function references(): (movement: MovementDraft) => string {
  const seen = new Map<string, number>();
  return ({ operationDate, units, label }) => {
    const key = `${operationDate}/${units}/${label.replace(/\W/g, '')}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return `${key}/${seen.get(key)}`;
  };
}
