/** What the VAT of a folder is read from: its place and its regime. */
import { departmentOf, type Place } from '../folders/department.ts';
import type { Folder } from '../folders/store.ts';
import type { Territory, VatFolder, VatSystem } from './engine/model.ts';

const TERRITORIES: Readonly<Record<string, Territory>> = {
  '20': 'Corsica',
  '2A': 'Corsica',
  '2B': 'Corsica',
  '971': 'Overseas',
  '972': 'Overseas',
  '974': 'Overseas',
};

/** By department unless set. Guyane and Mayotte have no VAT (CGI 294-1): they are as the mainland. */
export const territoryOf = ({ territory, ...place }: Place & Pick<Folder, 'territory'>): Territory =>
  territory ?? TERRITORIES[departmentOf(place) ?? ''] ?? 'Mainland';

/** What guesses depend on; a folder that does not say its regime is under the normal one. */
export const guessingFolder = (folder: Folder): Pick<VatFolder, 'territory' | 'vatSystem'> => ({
  territory: territoryOf(folder),
  vatSystem: (folder.vatSystem as VatSystem | null) ?? 'RealNormal',
});
