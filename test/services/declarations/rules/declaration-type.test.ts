import { expect, it } from 'vitest';
import { declarationType } from '../../../../src/services/declarations/rules/declaration-type.ts';

it.each([
  ['Paiement', 'Acompte IS 2571 de mars', 'IS2571'],
  ['Paiement', 'Relevé de solde 2572-SD', 'IS2572'],
  ['2573', undefined, 'IS2573'],
  ['Paiement', 'CVAE 1329-AC', 'CVAEAcompte'],
  ['Paiement', '1329AC juin', 'CVAEAcompte'],
  ['Paiement', 'Acompte de CVAE', 'CVAEAcompte'],
  ['Paiement', 'CVAE 1329-DEF', 'CVAESolde'],
  ['Paiement', 'SOLDE CVAE 2025', 'CVAESolde'],
  ['Liasse', '2058-RG', 'LiasseTeteDeGroupe'],
  ['Liasse', 'Liasse tête de groupe', 'LiasseTeteDeGroupe'],
  ['LIASSE', 'Liasse IS 2065 au 31/12/2025', 'Liasse'],
  ['liasse', undefined, 'Liasse'],
  ['TVA', 'CA3 mars 2026', 'Inconnu'],
  ['Paiement', 'Solde', 'Inconnu'],
  ['Paiement', 'Dossier 12571', 'Inconnu'],
  ['part', 'Liasse', 'Inconnu'],
  [undefined, undefined, 'Inconnu'],
])('%s, %s: %s', (named, label, type) => expect(declarationType(named, label)).toBe(type));
