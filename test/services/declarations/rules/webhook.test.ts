import { describe, expect, it } from 'vitest';
import {
  type Applied,
  applyEvent,
  type Delivery,
  orderDate,
} from '../../../../src/services/declarations/rules/apply-event.ts';
import { matchFolder } from '../../../../src/services/declarations/rules/folder-match.ts';
import {
  type DeclarationRecord,
  EMPTY_RECORD,
  mergeUndated,
} from '../../../../src/services/declarations/rules/merge.ts';
import { rejectionReason, rejectionText } from '../../../../src/services/declarations/rules/rejections.ts';
import { deliveryIdentity, readWebhook } from '../../../../src/services/declarations/rules/webhook-payload.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import type { Instant } from '../../../../src/services/kernel/paris-time.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';

const ARRIVAL = '2026-05-20T12:00:00Z' as Instant;
const at = (hour: number) => `2026-05-20T${String(hour).padStart(2, '0')}:00:00Z`;

const delivery = (fields: Record<string, unknown>, arrivedAt: Instant = ARRIVAL): Delivery => ({
  event: readWebhook({ declarationId: 7, ...fields }),
  arrivedAt,
});

const replay = (...deliveries: Delivery[]): Applied[] => {
  let record: DeclarationRecord | undefined;
  return deliveries.map((one) => {
    const applied = applyEvent(record, one);
    record = applied.record;
    return applied;
  });
};

const nest = (levels: number): unknown => (levels === 0 ? 1 : { a: nest(levels - 1) });
const issuesOf = (body: unknown): string[] => {
  try {
    readWebhook(body);
    return [];
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    expect(error.code).toBe('WebhookInvalid');
    return error.issues.map(({ path }) => path);
  }
};

describe('reading of a delivery', () => {
  it.each([
    ['no object', 3, ['']],
    ['null', null, ['']],
    ['a list', [], ['']],
    ['nothing', {}, ['declarationId', 'declarationStatus']],
    ['identifier 0', { declarationId: 0, declarationStatus: 'Sent' }, ['declarationId']],
    ['identifier too large', { declarationId: 2_147_483_648, declarationStatus: 'Sent' }, ['declarationId']],
    ['identifier as text', { declarationId: '7', declarationStatus: 'Sent' }, ['declarationId']],
    ['no status', { declarationId: 7, paiementStatus: 'OK' }, ['declarationStatus']],
    ['null status', { declarationId: 7, declarationStatus: null, paiementStatus: 'OK' }, ['declarationStatus']],
    ['blank status', { declarationId: 7, declarationStatus: '  ' }, ['declarationStatus']],
    ['unknown status', { declarationId: 7, declarationStatus: 'constructor' }, ['declarationStatus']],
    ['unreadable date', { declarationId: 7, declarationStatus: 'Sent', dateFin: '31/12/2025' }, ['dateFin']],
    ['date as number', { declarationId: 7, declarationStatus: 'Sent', dateFin: 20251231 }, ['dateFin']],
    ['short SIREN', { declarationId: 7, declarationStatus: 'Sent', siren: '12345678' }, ['siren']],
    [
      'NUL in a text',
      { declarationId: 7, declarationStatus: 'Sent', declarationLibelle: 'a\0b' },
      ['declarationLibelle'],
    ],
    ['half a character', { declarationId: 7, declarationStatus: 'Sent', declarationUrl: '\ud800' }, ['declarationUrl']],
    [
      'errors not a list',
      { declarationId: 7, declarationStatus: 'Sent', declarationErreurs: {} },
      ['declarationErreurs'],
    ],
    [
      'an error not an object',
      { declarationId: 7, declarationStatus: 'Sent', declarationErreurs: ['x'] },
      ['declarationErreurs'],
    ],
    [
      'an error of numbers',
      { declarationId: 7, declarationStatus: 'Sent', declarationErreurs: [{ code: 12 }] },
      ['declarationErreurs'],
    ],
    ['too deep in an unknown field', { declarationId: 7, declarationStatus: 'Sent', more: nest(64) }, ['']],
  ])('refuses %s', (_, body, paths) => expect(issuesOf(body)).toEqual(paths));

  it('takes the deepest body allowed, unknown fields and nulls', () => {
    const body = {
      declarationId: 7,
      declarationStatus: 'aCCepted',
      more: nest(63),
      siren: null,
      declarationErreurs: null,
    };
    expect(readWebhook(body)).toEqual({ declarationId: 7, status: 'Accepted' });
  });

  it('keeps no reason that says nothing', () => {
    const nothing = { formulaire: null, code: '', libelle: null };
    const given = [nothing, { formulaire: '2573', code: 'E1', libelle: 'Total' }, {}];
    expect(readWebhook({ declarationId: 7, declarationStatus: 'Rejected', declarationErreurs: given })).toMatchObject({
      declarationErreurs: [{ Formulaire: '2573', Code: 'E1', Libelle: 'Total' }],
    });
  });

  it('is not harmed by very deep or very wide bodies', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 200_000; i++) deep = [deep];
    expect(issuesOf({ declarationId: 7, declarationStatus: 'Sent', deep })).toEqual(['']);
    const wide = { declarationId: 7, declarationStatus: 'Sent', list: Array.from({ length: 300_000 }, () => ({})) };
    expect(readWebhook(wide).status).toBe('Sent');
  });

  it('reads dates without offset as Paris time', () => {
    expect(readWebhook({ declarationId: 7, declarationStatus: 'Sent', dateFin: '2025-12-31' }).dateFin).toBe(
      '2025-12-30T23:00:00Z',
    );
  });
});

describe('hostile bodies', () => {
  const field = fc.constantFrom(
    'declarationId',
    'declarationStatus',
    'siren',
    'dateFin',
    'declarationErreurs',
    'declarationLibelle',
    '__proto__',
    'constructor',
    'autre',
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(1, 7, 'Sent', 'deleted', '732829320', '2025-12-31', '0000-00-00', '\0', '\ud800', ''),
  );

  it('end in an event or in a list of faulty fields', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.dictionary(field, value)), (body) => {
        const right = { declarationId: 7, declarationStatus: 'Sent' };
        for (const one of [body, typeof body === 'object' && body !== null ? { ...right, ...body } : body]) {
          if (issuesOf(one).length === 0)
            expect(
              applyEvent(undefined, { event: readWebhook(one), arrivedAt: ARRIVAL }).record.values.status,
            ).toBeDefined();
        }
      }),
      { numRuns: sized(100, 2000) },
    );
  });
});

describe('identity of a delivery', () => {
  const identity = (fields: Record<string, unknown>) => deliveryIdentity(delivery(fields).event);

  it('is what it says, not how it is written', () => {
    const one = identity({ declarationStatus: 'Sent', dateFin: '2025-12-31T00:00:00+01:00', siren: '732829320' });
    expect(
      identity({
        siren: '732829320',
        dateFin: '2025-12-30T23:00:00Z',
        declarationStatus: 'SENT',
        unknown: 1,
        paiementStatus: null,
      }),
    ).toBe(one);
    expect(identity({ declarationStatus: 'Sent', siren: '732829320' })).not.toBe(one);
  });
});

describe('order of deliveries', () => {
  it.each([
    [{ dateHeureModification: at(1), dateHeureDGFiP: at(2), dateEnvoiDGFIP: at(3) }, at(1)],
    [{ dateHeureDGFiP: at(2), dateEnvoiDGFIP: at(3) }, at(2)],
    [{ dateEnvoiDGFIP: at(3) }, at(3)],
    [{}, ARRIVAL],
  ])('%o is ordered by %s', (fields, instant) =>
    expect(orderDate(delivery({ declarationStatus: 'Sent', ...fields }))).toBe(instant),
  );

  const sent = (hour: number, more = {}) =>
    delivery({ declarationStatus: 'Sent', dateHeureModification: at(hour), ...more });
  const accepted = (hour: number, more = {}) =>
    delivery({ declarationStatus: 'Accepted', dateHeureModification: at(hour), ...more });
  const rejected = (hour: number, more = {}) =>
    delivery({ declarationStatus: 'Rejected', dateHeureModification: at(hour), ...more });
  const deleted = (hour: number) => delivery({ declarationStatus: 'deleted', dateHeureModification: at(hour) });
  const ERRORS = [{ formulaire: '2033A', code: 'E7', libelle: 'Total faux' }];
  const REASONS = [{ Formulaire: '2033A', Code: 'E7', Libelle: 'Total faux' }];

  it.each([
    ['a first one creates', [sent(1)], ['created'], 'Sent'],
    ['a later one is applied', [sent(1), accepted(2)], ['created', 'applied'], 'Accepted'],
    ['the same again changes nothing', [sent(1), sent(1)], ['created', 'duplicate'], 'Sent'],
    ['an older one is stale', [accepted(2), sent(1)], ['created', 'stale'], 'Accepted'],
    ['of one date, the higher rank wins', [sent(1), accepted(1)], ['created', 'applied'], 'Accepted'],
    ['of one date, the lower rank is stale', [accepted(1), sent(1)], ['created', 'stale'], 'Accepted'],
    [
      'a newer one is applied downwards',
      [accepted(1), rejected(2), sent(3)],
      ['created', 'applied', 'applied'],
      'Sent',
    ],
    ['an unknown declaration is deleted too', [deleted(1)], ['deleted'], 'Deleted'],
    [
      'a tombstone keeps off what is not newer',
      [deleted(2), accepted(2), sent(1)],
      ['deleted', 'stale', 'stale'],
      'Deleted',
    ],
    [
      'a tombstone gives way to what is newer',
      [sent(1), deleted(2), accepted(3)],
      ['created', 'deleted', 'applied'],
      'Accepted',
    ],
    ['a late deletion is stale', [accepted(3), deleted(2)], ['created', 'stale'], 'Accepted'],
  ])('%s', (_, deliveries, results, status) => {
    const applied = replay(...deliveries);
    expect(applied.map(({ result }) => result)).toEqual(results);
    expect(applied.at(-1)?.record.values.status).toBe(status);
  });

  it('warns of a downward move and of an answer before the sending', () => {
    expect(replay(accepted(1), sent(2)).map(({ warnings }) => warnings)).toEqual([[], ['StatusLowered']]);
    expect(replay(sent(1, { dateEnvoiDGFIP: at(5), dateHeureDGFiP: at(4) }))[0]?.warnings).toEqual([
      'AnswerBeforeSending',
    ]);
  });

  it('never erases a value by silence', () => {
    const [, last] = replay(
      sent(1, { declarationLibelle: 'Liasse 2025', dateEnvoiDGFIP: at(1) }),
      accepted(2, { declarationLibelle: null }),
    );
    expect(last?.record.values).toMatchObject({ label: 'Liasse 2025', sentAt: at(1), status: 'Accepted' });
    expect(last?.changed).toEqual(['status', 'reasons']);
  });

  it('replaces reasons on a rejection and empties them on an acceptance', () => {
    const steps = replay(
      rejected(1, { declarationErreurs: ERRORS }),
      sent(2),
      rejected(3),
      rejected(4, { declarationErreurs: ERRORS }),
      accepted(5),
    );
    expect(steps.map(({ record }) => record.values.reasons)).toEqual([REASONS, REASONS, [], REASONS, []]);
  });

  it('keeps a known type when a later delivery names none', () => {
    const [, last] = replay(
      sent(1, { declarationLibelle: 'Acompte 2571' }),
      accepted(2, { declarationType: 'Paiement', declarationLibelle: 'Paiement IS' }),
    );
    expect(last?.record.values).toMatchObject({ type: 'IS2571', channelType: 'Paiement', label: 'Paiement IS' });
  });
});

const text = fc.option(fc.constantFrom('Liasse 2025', 'Acompte 2571', 'Solde CVAE'), { nil: undefined });
const instant = fc.option(fc.integer({ min: 0, max: 4 }).map(at), { nil: undefined });
const anyDelivery = fc
  .record({
    declarationStatus: fc.constantFrom('Sent', 'Accepted', 'Rejected', 'deleted'),
    dateHeureModification: instant,
    dateHeureDGFiP: instant,
    dateEnvoiDGFIP: instant,
    declarationLibelle: text,
    declarationType: text,
    paiementStatus: text,
    fichierEDIUrl: text,
    declarationErreurs: fc.option(fc.array(fc.record({ code: fc.constantFrom('1', '2') }), { maxLength: 2 }), {
      nil: undefined,
    }),
    arrival: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ arrival, ...fields }) => delivery(fields, at(arrival) as Instant));

describe('convergence', () => {
  it('ends in one state whatever the order and the repetitions', { tags: 'sized' }, () => {
    const history = fc.array(anyDelivery, { minLength: 1, maxLength: 8 });
    const shuffled = history.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2, maxLength: events.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([events, mixed]) => {
        const straight = replay(...events).at(-1)?.record;
        expect(replay(...mixed).at(-1)?.record).toEqual(straight);
      }),
      { numRuns: sized(100, 2000) },
    );
  });

  it('changes nothing at a repetition', () => {
    fc.assert(
      fc.property(fc.array(anyDelivery, { minLength: 1, maxLength: 6 }), (events) => {
        const last = replay(...events).at(-1)?.record;
        for (const event of events) expect(applyEvent(last, event).changed).toEqual([]);
      }),
    );
  });

  it('shows the status of the greatest date, then rank', () => {
    fc.assert(
      fc.property(fc.array(anyDelivery, { minLength: 1, maxLength: 8 }), (events) => {
        const latest = events.map(orderDate).sort().at(-1);
        const statuses = events.filter((event) => orderDate(event) === latest).map(({ event }) => event.status);
        const winner = (['Deleted', 'Accepted', 'Rejected', 'Sent'] as const).find((status) =>
          statuses.includes(status),
        );
        expect(replay(...events).at(-1)?.record.values.status).toBe(winner);
      }),
    );
  });
});

describe('undated listing', () => {
  const stored = applyEvent(
    undefined,
    delivery({ declarationStatus: 'Sent', dateHeureModification: at(5), fichierEDIUrl: 'old' }),
  ).record;

  it('raises a status, never lowers it', () => {
    expect(mergeUndated(stored, { status: 'Accepted' }).record.values.status).toBe('Accepted');
    expect(mergeUndated(stored, { status: 'Draft' }).record.values.status).toBe('Sent');
    expect(mergeUndated(stored, { status: 'Unknown' }).changed).toEqual([]);
    expect(mergeUndated(EMPTY_RECORD, { status: 'Draft' }).record.values.status).toBe('Draft');
  });

  it('takes over fresh links and reports only what changed', () => {
    expect(mergeUndated(stored, { status: 'Sent', ediUrl: 'new' }).changed).toEqual(['ediUrl']);
    expect(mergeUndated(stored, { status: 'Sent', ediUrl: 'old' }).changed).toEqual([]);
  });

  it('does not shut out a dated delivery that is still under way', () => {
    const listed = mergeUndated(stored, { status: 'Accepted' }).record;
    const late = delivery({ declarationStatus: 'Rejected', dateHeureModification: at(6) }, at(9) as Instant);
    expect(applyEvent(listed, late)).toMatchObject({ result: 'applied', warnings: ['StatusLowered'] });
  });

  it('leaves a tombstone alone', () => {
    const tombstone = applyEvent(
      stored,
      delivery({ declarationStatus: 'deleted', dateHeureModification: at(6) }),
    ).record;
    expect(mergeUndated(tombstone, { status: 'Accepted', label: 'x' }).record).toBe(tombstone);
  });
});

describe('rejection reasons', () => {
  it('puts the cell and its value before the label', () => {
    const error = { formulaire: '2033A', champ: 'E7', champValeur: '1200', code: '156', libelle: 'Total faux' };
    expect(rejectionReason(error)).toEqual({ Formulaire: '2033A', Code: '156', Libelle: 'E7 = 1200 : Total faux' });
    expect(rejectionReason({ champ: 'E7' })).toEqual({ Formulaire: '', Code: '', Libelle: 'E7' });
  });

  it('joins reasons, else shows the label of the status', () => {
    const reasons = [
      { Formulaire: '2033A', Code: 'E7', Libelle: 'Total faux' },
      { Formulaire: '', Code: '004', Libelle: 'SIREN inconnu' },
    ];
    expect(rejectionText(reasons)).toBe('2033A E7 Total faux ; 004 SIREN inconnu');
    expect(rejectionText([], 'Rejetée')).toBe('Rejetée');
    expect(rejectionText([])).toBeUndefined();
  });
});

describe('folder of a delivery', () => {
  const year = (y: number) => ({ start: `${y}-01-01` as PlainDate, end: `${y}-12-31` as PlainDate });
  const one = { folderId: 1, exercises: [year(2024)] };
  const two = [one, { folderId: 2, exercises: [year(2025)] }];

  it.each([
    ['none', [], '2025-12-31', undefined],
    ['the only one, whatever its exercises', [one], '2025-12-31', 1],
    ['the one whose exercise holds the end', two, '2025-12-31', 2],
    ['none when no exercise holds it', two, '2023-12-31', undefined],
    ['none without an end', two, undefined, undefined],
    ['none when two hold it', [...two, { folderId: 3, exercises: [year(2025)] }], '2025-12-31', undefined],
  ])('%s', (_, candidates, end, folderId) => expect(matchFolder(candidates, end)).toBe(folderId));
});
