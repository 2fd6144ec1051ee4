import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TYPESCRIPT } from './child.ts';
import { hasCrashed, hasFailed, mergedTable, type Outcome } from './performance-table.ts';

const figure = (what: string, verdict: string, text = '1.7 s') => ({ what, figure: text, target: '2 s', verdict });
const outcome = (bench: string, status: number | null, ...figures: Outcome['figures']): Outcome => ({
  bench,
  status,
  figures,
});

test.each([
  ['met', outcome('a', 0, figure('x', 'ok')), [false, false]],
  ['ran small', outcome('a', 0, figure('x', 'ran')), [false, false]],
  ['missed', outcome('a', 1, figure('x', 'ok'), figure('y', 'MISSED')), [true, false]],
  ['died after a figure', outcome('a', 1, figure('x', 'ok')), [true, true]],
  ['was killed', outcome('a', null, figure('x', 'ran')), [true, true]],
  ['told nothing', outcome('a', 0), [true, true]],
])('a bench that %s fails or not, and crashed or not', (_, one, [failed, crashed]) => {
  expect([hasFailed(one), hasCrashed(one)]).toEqual([failed, crashed]);
});

test('the table keeps the rows of benches that did not run, in the order of the benches', () => {
  const order = ['a', 'b', 'c'];
  const first = mergedTable('', [outcome('c', 0, figure('x|y', 'ok')), outcome('a', 1, figure('z', 'ok'))], {
    measured: 'then',
    order,
  });
  const rows = (table: string) => table.split('\n').filter((line) => /^\| [abc] /.test(line));
  expect(rows(first)).toEqual([
    '| a | z | 1.7 s | 2 s | ok | then |',
    '| a | the bench itself | crashed | runs to its end | CRASHED | then |',
    '| c | x/y | 1.7 s | 2 s | ok | then |',
  ]);
  const again = mergedTable(first, [outcome('a', 0, figure('z', 'ok', '1 s')), outcome('b', 0, figure('w', 'ok'))], {
    measured: 'now',
    order,
  });
  expect(rows(again)).toEqual([
    '| a | z | 1 s | 2 s | ok | now |',
    '| b | w | 1.7 s | 2 s | ok | now |',
    '| c | x/y | 1.7 s | 2 s | ok | then |',
  ]);
  expect(again.split('\n').slice(0, 4)).toEqual(first.split('\n').slice(0, 4));
});

test('a bench that crashes fails the run, small as it is', { tags: 'long' }, () => {
  const { status, stdout } = spawnSync(process.execPath, [...TYPESCRIPT, 'test/bench/main.ts', 'none', '--small'], {
    encoding: 'utf8',
  });
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([1, 'none crashed']);
});
