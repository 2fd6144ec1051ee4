/** Imports of services go down: from a floor to one below it, and inside banking from a wing to one below it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = 'src/services';

/** Rooms of one floor know nothing of each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['kernel'],
  ['db', 'secrets', 'calendar'],
  ['operation', 'forms'],
  ['audit', 'documents', 'folders', 'identity', 'mail'],
  ['charts', 'edi', 'ledger'],
  ['channels', 'assets'],
  ['banking', 'filing'],
  ['declarations', 'intake', 'simulators', 'vat'],
  ['departure', 'dues'],
];

/** Files of `services/banking` itself are the ground of its wings. */
const WINGS: readonly (readonly string[])[] = [
  ['ground'],
  ['accounts'],
  ['statements'],
  ['transactions'],
  ['books'],
  ['feeds'],
  ['report'],
];

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.ts$/.test(file));
const arrows = files.flatMap((from) => importsOf(from).map((to) => [from, to] as const));

/** The files that one imports, types included, seen from the services. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']*)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

const roomOf = (file: string): string => file.split('/')[0] ?? '';

/** The wing of a file of banking. */
function wingOf(file: string): string {
  const parts = file.split('/');
  return parts.length === 2 ? 'ground' : (parts[1] ?? '');
}

const heightIn = (floors: readonly (readonly string[])[], room: string): number =>
  floors.findIndex((rooms) => rooms.includes(room));

const written = (among: typeof arrows): string[] => among.map(([from, to]) => `${from} -> ${to}`);

/** What leaves its room and does not go down. */
const climbing = (floors: readonly (readonly string[])[], of: (file: string) => string, among: typeof arrows) =>
  written(
    among.filter(
      ([from, to]) =>
        !to.startsWith('..') && of(from) !== of(to) && heightIn(floors, of(to)) >= heightIn(floors, of(from)),
    ),
  );

it('every room and every wing has its floor', () => {
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].filter((room) => heightIn(FLOORS, room) < 0)).toEqual([]);
  const wings = new Set(files.filter((file) => roomOf(file) === 'banking').map(wingOf));
  expect([...wings].filter((wing) => heightIn(WINGS, wing) < 0)).toEqual([]);
  expect(FLOORS.flat().filter((room) => !rooms.has(room))).toEqual([]);
  expect(WINGS.flat().filter((wing) => !wings.has(wing))).toEqual([]);
  expect(arrows.length).toBeGreaterThan(1500);
});

it('no service imports from outside of the services', () => {
  expect(written(arrows.filter(([, to]) => to.startsWith('..')))).toEqual([]);
});

it('no import of the services climbs', () => {
  expect(climbing(FLOORS, roomOf, arrows)).toEqual([]);
});

it('no import of banking climbs', () => {
  const own = arrows.filter((arrow) => arrow.every((file) => roomOf(file) === 'banking'));
  expect(climbing(WINGS, wingOf, own)).toEqual([]);
});
