/** The desk of the simulated ChannelA: takes filings, moves them through their scenario, reports what it holds. */
import { randomUUID } from 'node:crypto';
import { readLiasseText } from '../../edi/liasse-text.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Instant, parisWallTime } from '../../kernel/paris-time.ts';
import { type Answer, json, type Question } from '../stage/answer.ts';
import type { Agenda } from './agenda.ts';
import type { Deposit, WritableLedger } from './ledger.ts';
import type { Numbers } from './numbers.ts';
import { plainPdf } from './pdf.ts';
import type { Reason, Scenario, ScenarioOf, StatusStep } from './script.ts';

export interface DeskA {
  take(kind: 'liasse' | 'forms', question: Question): Answer;
  status(query: URLSearchParams): Answer;
  list(query: URLSearchParams): Answer;
  document(path: string): Answer;
}

export interface DeskASurroundings {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly ledger: WritableLedger;
  readonly numbers: Numbers;
  readonly scenarios: readonly Scenario[];
  /** The one account that exists. */
  readonly account: string;
  readonly isTest: boolean;
  /** Base of the links it gives. */
  readonly base: string;
  readonly callBack: (declaration: Declaration, payload: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A declaration that ChannelA holds. */
export interface Declaration {
  readonly id: number;
  readonly siren: string;
  readonly form: string;
  readonly start: string;
  readonly end: string;
  readonly due: string | undefined;
  readonly label: string;
  readonly type: string;
  readonly callback: string | undefined;
  /** Part of its temporary links. */
  readonly key: string;
  readonly deposit: Deposit;
  status: string;
  errors: readonly Reason[];
  sentAt: string | undefined;
  answeredAt: string | undefined;
  modifiedAt: string;
}

interface Taken {
  readonly siren: string;
  readonly form: string;
  readonly start: string;
  readonly end: string;
  readonly due: string | undefined;
  readonly reference: string;
  readonly callback: string | undefined;
  readonly holdsIfInconsistent: boolean;
}

const LABELS: Readonly<Record<string, string>> = {
  Liasse: 'Liasse fiscale',
  '2571': 'IS 2571 relevé d’acompte',
  '2572': 'IS 2572 relevé de solde',
  '2573': 'IS 2573 crédits d’impôt',
  '1329AC': 'CVAE 1329-AC acompte',
  '1329DEF': 'CVAE 1329-DEF solde',
};

const CALLED_BACK = ['sent', 'accepted', 'rejected', 'deleted'];

export function deskA(around: DeskASurroundings): DeskA {
  const { clock, agenda, ledger, numbers, scenarios, account, isTest } = around;
  const declarations: Declaration[] = [];
  const now = () => parisWallTime(clock.now() as Instant);

  const take: DeskA['take'] = (kind, question) => {
    const taken = readFiling(kind, question.body, account);
    if (typeof taken === 'string') return json({ message: taken });
    const { siren, form, end, reference } = taken;
    const { headers, body: content } = question;
    const deposit = ledger.add({
      channel: 'ChannelA',
      siren,
      form,
      end,
      reference,
      isTest,
      content,
      at: clock.now(),
      idempotencyKey: headers['idempotency-key'],
      correlationId: headers['x-correlation-id'],
    });
    const scenario = fittingScenario(scenarios, 'ChannelA', deposit);
    if (scenario?.refuse) return json({ message: scenario.refuse });
    const declaration = open(taken, deposit);
    declarations.push(declaration);
    if (scenario?.inconsistent && taken.holdsIfInconsistent) {
      declaration.status = 'CompleteWithErrors';
      return json({ status: 'KO', message: 'La déclaration contient des incohérences' });
    }
    for (const step of scenario?.steps ?? []) agenda.after(step.afterMs, () => move(declaration, step));
    const url = `${around.base}/a/declarations/${declaration.id}`;
    return json({ status: 'ok', url, ...(scenario?.withIdentifier !== false && { id: declaration.id }) });
  };

  const open = ({ siren, form, start, end, due, callback }: Taken, deposit: Deposit): Declaration => ({
    id: numbers.next('declaration'),
    siren,
    form,
    start,
    end,
    due,
    callback,
    deposit,
    label: `${LABELS[form] ?? form} au ${end.split('-').reverse().join('/')}`,
    type: form === 'Liasse' ? 'Liasse' : 'Paiement',
    key: randomUUID(),
    status: 'Created',
    errors: [],
    sentAt: undefined,
    answeredAt: undefined,
    modifiedAt: now(),
  });

  const move = async (declaration: Declaration, { status, errors }: StatusStep): Promise<void> => {
    const word = status.toLowerCase();
    declaration.status = status;
    declaration.errors = errors.map((reason) => ({ ...reason, formulaire: reason.formulaire ?? declaration.form }));
    declaration.modifiedAt = now();
    if (word === 'sent') declaration.sentAt = now();
    if (word === 'accepted' || word === 'rejected') declaration.answeredAt = now();
    if (CALLED_BACK.includes(word)) await around.callBack(declaration, callbackPayload(declaration, around.base));
  };

  const fitting = (query: URLSearchParams) => (declaration: Declaration) =>
    declaration.siren === query.get('siren') &&
    declaration.end === query.get('date_fin') &&
    declaration.form.toLowerCase() === query.get('formulaire')?.toLowerCase() &&
    (declaration.due === undefined ||
      query.get('date_echeance') === null ||
      declaration.due === query.get('date_echeance'));

  return {
    take,
    status: (query) => {
      const declaration = declarations.findLast(fitting(query));
      return declaration ? json(item(declaration, around.base)) : json({ message: 'Déclaration introuvable' }, 404);
    },
    list: (query) => {
      const own = declarations
        .filter(({ siren, status }) => siren === query.get('siren') && status.toLowerCase() !== 'deleted')
        .map((declaration) => item(declaration, around.base));
      return json(own, 200, { duplicate: JSON.stringify([...own, ...own]) });
    },
    document: (path) => documentOf(declarations, path),
  };
}

/** The first scenario of the channel that fits the filing. */
export function fittingScenario<C extends Scenario['channel']>(
  scenarios: readonly Scenario[],
  channel: C,
  { form, siren, filing }: Deposit,
): ScenarioOf<C> | undefined {
  const fits = (scenario: Scenario): scenario is ScenarioOf<C> =>
    scenario.channel === channel &&
    (scenario.form === undefined || scenario.form.toLowerCase() === form.toLowerCase()) &&
    (scenario.siren === undefined || scenario.siren === siren) &&
    (scenario.filing === undefined || scenario.filing === filing);
  return scenarios.find(fits);
}

/** What was filed, or why it is refused. */
function readFiling(kind: 'liasse' | 'forms', body: Uint8Array, account: string): Taken | string {
  try {
    const filing = kind === 'liasse' ? liasse(body) : forms(body);
    if (filing.account !== account) return 'Compte inconnu';
    if (!/^\d{9}$/.test(filing.siren)) return 'SIREN inconnu';
    return /^\d{4}-\d{2}-\d{2}$/.test(filing.end) ? filing : 'Période illisible';
  } catch {
    return 'Document illisible';
  }
}

function liasse(body: Uint8Array): Taken & { readonly account: string } {
  const { siret, start, end, reference, callback, account } = readLiasseText(Buffer.from(body).toString('utf8'));
  const siren = siret.slice(0, 9);
  return {
    form: 'Liasse',
    due: undefined,
    holdsIfInconsistent: false,
    siren,
    start,
    end,
    reference,
    callback,
    account,
  };
}

type Block = Readonly<Record<string, unknown>>;

function forms(body: Uint8Array): Taken & { readonly account: string } {
  const { auth, identity, period, ...blocks } = JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, Block>;
  const [form = ''] = Object.keys(blocks);
  const text = (block: Block | undefined, name: string): string => String(block?.[name] ?? '');
  return {
    form,
    account: text(auth, 'account'),
    siren: text(identity, 'siren'),
    start: text(period, 'begin'),
    end: text(period, 'end'),
    due: text(period, 'echeance') || undefined,
    reference: text(period, 'reference'),
    callback: text(auth, 'callback') || undefined,
    holdsIfInconsistent: auth?.bloquerSiIncoherence === true,
  };
}

/** Paths of the temporary links, below the base. */
const linksOf = ({ id, key }: Declaration, base: string) => ({
  page: `${base}/a/declarations/${id}`,
  pdf: `${base}/a/documents/${key}/${id}.pdf`,
  receipt: `${base}/a/documents/${key}/${id}-ar.pdf`,
  edi: `${base}/a/documents/${key}/${id}.edi`,
});

function item(declaration: Declaration, base: string): Readonly<Record<string, unknown>> {
  const { id, label, type, form, siren, start, end, due, status, sentAt, answeredAt, modifiedAt, errors } = declaration;
  const links = linksOf(declaration, base);
  return {
    id,
    label,
    declarationType: type,
    formulaire: form,
    siren,
    dateDebut: start,
    dateFin: end,
    dateEcheance: due,
    status,
    dateEnvoiDGFIP: sentAt,
    dateRetourDGFIP: answeredAt,
    dateHeureModification: modifiedAt,
    lienDeclaration: links.page,
    lienDeclarationPdf: links.pdf,
    lienFichierEDI: links.edi,
    ...(answeredAt && { lienAccuseDeReceptionPDF: links.receipt }),
    ...(errors.length > 0 && { declarationErreurs: errors }),
  };
}

/** Body of the status webhook, under its own names; what is absent is left out. */
function callbackPayload(declaration: Declaration, base: string): Readonly<Record<string, unknown>> {
  const { id, label, type, siren, start, end, due, status, sentAt, answeredAt, modifiedAt, errors } = declaration;
  const links = linksOf(declaration, base);
  return {
    declarationId: id,
    declarationStatus: status,
    siren,
    declarationType: type,
    declarationLibelle: label,
    dateDebut: `${start}T00:00:00`,
    dateFin: `${end}T00:00:00`,
    ...(due && { dateEcheance: `${due}T00:00:00` }),
    dateEnvoiDGFIP: sentAt,
    dateHeureDGFiP: answeredAt,
    dateHeureModification: modifiedAt,
    declarationUrl: links.page,
    declarationPdfUrl: links.pdf,
    fichierEDIUrl: links.edi,
    ...(answeredAt && { accuseDeReceptionPDFUrl: links.receipt }),
    ...(errors.length > 0 && { declarationErreurs: errors }),
  };
}

const ABSENT: Answer = json({ message: 'Lien expiré' }, 404);

function documentOf(declarations: readonly Declaration[], path: string): Answer {
  const [, key, id, rest] = /^([0-9a-f-]{36})\/(\d+)(\.pdf|-ar\.pdf|\.edi)$/.exec(path) ?? [];
  const declaration = declarations.find((candidate) => candidate.key === key && String(candidate.id) === id);
  if (!declaration) return ABSENT;
  const { label, siren, status, deposit } = declaration;
  if (rest === '.edi') {
    const text = `UNA:+,? 'UNB+UNOL:3+SIMULATEUR:5+DGFIP:146'UNH+1+INFENT:D:00B:UN'RFF+ACD:${siren}'RFF+SHA:${deposit.sha256}'UNT+3+1'UNZ+1+1'`;
    return { status: 200, contentType: 'text/plain; charset=iso-8859-15', body: text };
  }
  const title = rest === '-ar.pdf' ? 'Accuse de reception' : 'Declaration';
  return { status: 200, contentType: 'application/pdf', body: plainPdf([title, label, siren, status]) };
}
