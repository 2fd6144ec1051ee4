import { expect, it } from 'vitest';
import { declarationHistory, inOrder } from '../../../../src/services/declarations/history.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { SIREN, testFirm } from './firm.ts';

const end = '2025-12-31' as PlainDate;
const said = { declarationId: 71, siren: SIREN, declarationType: 'Liasse', dateFin: end };

it('tells what a channel said of a period, the oldest first, with its reasons; other periods and folders apart', async () => {
  const firm = await testFirm();
  const other = await firm.addFolder('BETA');
  await firm.receive({ ...said, declarationStatus: 'Sent', dateHeureModification: '2026-05-20T10:00:00Z' });
  firm.setClock('2026-05-20T13:00:00.000Z');
  const refused = { formulaire: '2058A', code: '156', libelle: 'Total faux' };
  await firm.receive({
    ...said,
    declarationStatus: 'Rejected',
    dateHeureModification: '2026-05-20T11:00:00Z',
    declarationErreurs: [refused],
  });
  const history = await declarationHistory(firm.ctx, { folderId: firm.folderId, type: 'Liasse', end });
  expect(history.map(({ at, kind, status, reasons, isTest }) => [at, kind, status, reasons.length, isTest])).toEqual([
    ['2026-05-20T12:00:00Z', 'Delivery', 'Sent', 0, null],
    ['2026-05-20T13:00:00Z', 'Delivery', 'Rejected', 1, null],
  ]);
  expect(history[1]?.reasons[0]).toMatchObject({ Code: '156' });
  const elsewhere = [
    { folderId: firm.folderId, type: 'IS2572', end },
    { folderId: other, type: 'Liasse', end },
  ] as const;
  for (const period of elsewhere) expect(await declarationHistory(firm.ctx, period)).toEqual([]);
});

it('puts an answer, whose moment is a whole second, behind what was done in it, and moves nothing else', () => {
  const items = [
    { at: '2026-05-20T10:00:00Z', kind: 'Answer' },
    { at: '2026-05-20T10:00:00.100Z', kind: 'Preparation' },
    { at: '2026-05-20T10:00:00.300Z', kind: 'Delivery' },
    { at: '2026-05-20T10:00:00.400Z', kind: 'Preparation' },
    { at: '2026-05-20T10:00:00.500Z', kind: 'Dispatch' },
    { at: '2026-05-20T10:00:01Z', kind: 'Notice' },
  ] as const;
  const [answer, ...others] = items;
  expect([...items].reverse().sort(inOrder)).toEqual([...others.slice(0, 4), answer, others[4]]);
});
