/** A partner on this machine: plays ChannelA, ChannelB and the identity provider over real HTTP, for trials and tests. */
import type { JWK } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { json } from '../stage/answer.ts';
import type { DoorOptions, DoorState } from '../stage/door.ts';
import { faultPlan } from '../stage/faults.ts';
import { seededRandom } from '../stage/seeded-random.ts';
import { openStage, type StageCall } from '../stage/stage.ts';
import { type Agenda, agenda } from './agenda.ts';
import { type Callbacks, callbacks, type Delivery } from './callbacks.ts';
import { deskA } from './desk-a.ts';
import { deskB } from './desk-b.ts';
import { type Ledger, ledger, ledgerJson, type WritableLedger } from './ledger.ts';
import { type Numbers, numbers } from './numbers.ts';
import type { SimulatorOperation } from './operations.ts';
import { partnerRoutes, type Route, refusal, staged } from './routes.ts';
import { type FaultInput, readFaults, readScript, type Script } from './script.ts';
import { newSigningKey, type TokenSigner, tokenSigner } from './signing-key.ts';
import { SIMULATED, type SimulatedPlace, simulatedSettings } from './simulated.ts';
import { CHANNEL_AUDIENCE, channelClient, grantToken, webhookClient } from './token-desk.ts';

export interface SimulatorOptions {
  readonly clock: Clock;
  /** A free port of the loopback address by default. */
  readonly listen?: Partial<DoorOptions> | undefined;
  readonly script?: Script | undefined;
  /** Where its numbers are kept; without it they start again with this run. */
  readonly numbersFile?: string | undefined;
  /** Webhook of a `taxops serve`. Without it, the address that a filing names is called when it is on this machine. */
  readonly webhookUrl?: string | undefined;
  /** Made for this run by default. */
  readonly signingKey?: JWK | undefined;
  /** Issuer of tokens; the simulator's own address by default. */
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly environment?: 'stage' | 'prod' | undefined;
  /** Time goes on by itself; otherwise only `advance` moves it. */
  readonly isLive?: boolean | undefined;
  readonly tokenLifeSeconds?: number | undefined;
  /** Told of every call. */
  readonly log?: ((call: SimulatorCall) => void) | undefined;
}

export type SimulatorCall = StageCall<SimulatorOperation>;

export interface Simulator {
  readonly url: string;
  readonly ledger: Ledger;
  /** Every call so far, in order. */
  readonly calls: readonly SimulatorCall[];
  readonly deliveries: readonly Delivery[];
  /** Environment variables that make taxops use this simulator. */
  readonly settings: Readonly<Record<string, string>>;
  /** Replaces the faults. Throws SimulatorScriptInvalid. */
  setFaults(rules: readonly FaultInput[]): void;
  /** Lets scenario time pass; ends when what was due is done, callbacks included. */
  advance(ms: number): Promise<void>;
  setDoor(state: DoorState): Promise<void>;
  /** A token of the service account that the webhook accepts. */
  webhookToken(): Promise<string>;
  close(): Promise<void>;
}

/** Throws SimulatorRefused when it cannot listen. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock, audience = SIMULATED.audience, environment = 'stage', listen, log } = options;
  const script = options.script ?? readScript();
  const faults = faultPlan(script.faults, seededRandom(script.seed));
  const [book, plan] = [ledger(), agenda()];
  const key = options.signingKey ?? (await newSigningKey());
  const stage = await openStage({ listen, faults, log, refusal });
  const place = { url: stage.url, issuer: options.issuer ?? stage.url, audience, environment };
  const signer = await tokenSigner(key, place.issuer, clock);
  const webhook = { url: options.webhookUrl, clientId: SIMULATED.webhookClientId, audience };
  const calling = callbacks(webhook, signer, plan, faults);
  const given = numbers(options.numbersFile);
  const partner = {
    place,
    signer,
    book,
    given,
    plan,
    script,
    calling,
    clock,
    life: options.tokenLifeSeconds ?? TOKEN_LIFE_S,
  };
  const mayCall = scopeCheck(partner);
  stage.play(routesOf(partner).map((route) => staged(route, mayCall)));
  const stopTime = options.isLive ? keepTime(plan) : () => {};
  return {
    url: stage.url,
    ledger: book,
    calls: stage.calls,
    settings: simulatedSettings(place),
    deliveries: calling.deliveries,
    advance: plan.advance,
    setDoor: stage.setDoor,
    webhookToken: calling.token,
    setFaults: (rules) => faults.set(readFaults(rules)),
    close: async () => {
      stopTime();
      await stage.close();
    },
  };
}

const TOKEN_LIFE_S = 3600;
const TICK_MS = 50;

interface Partner {
  readonly place: SimulatedPlace;
  readonly signer: TokenSigner;
  readonly book: WritableLedger;
  readonly given: Numbers;
  readonly plan: Agenda;
  readonly script: Script;
  readonly calling: Callbacks;
  readonly clock: Clock;
  /** Seconds that tokens live. */
  readonly life: number;
}

function routesOf({ place, signer, book, given, plan, script, calling, clock, life }: Partner): readonly Route[] {
  const around = { clock, agenda: plan, ledger: book, numbers: given, scenarios: script.scenarios };
  const { account, login, password, clientId, clientSecret, webhookClientId, webhookClientSecret } = SIMULATED;
  const clients = [
    channelClient(clientId, clientSecret),
    webhookClient(webhookClientId, webhookClientSecret, place.audience),
  ];
  const a = deskA({
    ...around,
    account,
    isTest: place.environment === 'stage',
    base: place.url,
    callBack: ({ callback }, payload) => calling.deliver(callback, payload),
  });
  const b = deskB({ ...around, credentials: { username: login, password } });
  const welcome = { simulator: place.url, ledger: `${place.url}/ledger`, settings: simulatedSettings(place) };
  return [
    ...partnerRoutes(a, b),
    {
      method: 'POST',
      path: '/connect/token',
      operation: 'token',
      serve: (question) => grantToken(question, clients, signer, life),
    },
    { method: 'GET', path: '/.well-known/jwks.json', serve: () => json(signer.keySet) },
    { method: 'GET', path: '/ledger', serve: () => json(ledgerJson(book)) },
    { method: 'GET', path: '/', serve: () => json(welcome) },
  ];
}

const scopeCheck =
  ({ signer, place }: Partner) =>
  async (authorization: string | undefined, scope: string): Promise<boolean> => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const claims = await signer.verify(token, CHANNEL_AUDIENCE).catch(() => undefined);
    return String(claims?.scope ?? '')
      .split(' ')
      .includes(`${place.environment}/${scope}`);
  };

/** Moves scenario time with real time; a slow callback delays what comes after it, and nothing is lost. */
function keepTime({ advance }: Agenda): () => void {
  let seen = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    void advance(now - seen).catch(() => undefined);
    seen = now;
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
