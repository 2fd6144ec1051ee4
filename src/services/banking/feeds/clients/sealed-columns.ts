/** Where logins and passwords of client connections are sealed, for writing them and for a change of keys. */
import type { SealedColumn } from '../../../secrets/reseal.ts';

interface Place {
  readonly folder_id: number;
  readonly id: number;
}

const placeOf =
  (column: string) =>
  ({ folder_id, id }: Place): string =>
    `client_connection ${folder_id} ${id} ${column}`;

export const loginPlace = placeOf('login');
export const passwordPlace = placeOf('password');

const column = (name: string): SealedColumn => ({
  table: 'client_connection',
  column: name,
  key: ['folder_id', 'id'],
  place: (row) => placeOf(name)(row as never),
});

export const CLIENT_COLUMNS: readonly SealedColumn[] = [column('login'), column('password')];
