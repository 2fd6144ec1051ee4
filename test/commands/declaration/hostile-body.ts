/** Bodies of the status webhook: good ones, then changed in structure, in values and in bytes. */
import fc, { anyText } from '../../support/property.ts';

const NAMES = [
  ...['declarationId', 'declarationStatus', 'paiementStatus', 'dateHeureDGFiP', 'dateEnvoiDGFIP', 'siren'],
  ...['dateHeureModification', 'dateEcheance', 'dateDebut', 'dateFin', 'declarationType', 'declarationLibelle'],
  ...['declarationPdfUrl', 'declarationUrl', 'fichierEDIUrl', 'declarationErreurs', '__proto__', 'toString'],
];

const instants = fc.constantFrom('2026-05-20T10:00:00Z', '2026-03-29T02:30:00', '0001-01-01', '9999-12-31T23:59:59Z');
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  instants,
  fc.constantFrom('\u0000', '\ud800', 'deleted', 'ACCEPTED ', '999999998', 2_147_483_647, 2_147_483_648, -0, 1e308, ''),
  anyText({ maxLength: 50 }),
);

const good = fc.record(
  {
    declarationId: fc.integer({ min: 1, max: 50 }),
    declarationStatus: fc.constantFrom('Accepted', 'Rejected', 'Sent', 'deleted'),
    siren: fc.constantFrom('999999998', '732829320'),
    dateHeureModification: instants,
    dateFin: instants,
    declarationType: fc.constantFrom('Liasse', 'Paiement', 'TVA'),
    declarationLibelle: fc.string({ unit: 'grapheme', maxLength: 30 }),
    declarationErreurs: fc.array(fc.record({ code: odd, libelle: odd }), { maxLength: 3 }),
  },
  { requiredKeys: ['declarationId', 'declarationStatus'] },
);

const changed = fc
  .tuple(good, fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), { maxLength: 4 }))
  .map(([body, changes]) => JSON.stringify({ ...body, ...Object.fromEntries(changes) }));

const broken = fc.tuple(changed, fc.nat(), anyText({ maxLength: 3 })).map(([text, place, piece]) => {
  const at = place % (text.length + 1);
  return text.slice(0, at) + piece + text.slice(at + 1);
});

export const hostileBody = fc.oneof(changed, broken, anyText({ maxLength: 100 }));
