/** Names of the committed files, relative to fixtures/demo. */
import { compact } from './calendar.ts';
import type { Folder } from './folder.ts';

export const fecName = ({ identity, exercise }: Folder): string => `${identity.siren}FEC${compact(exercise.end)}.txt`;

export const assetFile = ({ identity }: Folder): string => `assets-${identity.siren}.csv`;

export const bankFolder = ({ identity }: Folder): string => `bank-${identity.siren}`;
