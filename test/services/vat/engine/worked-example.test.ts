import { expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import { periodShares } from '../../../../src/services/vat/engine/shares.ts';
import { account, declaredBy, entry, ledger, shown, told } from './ledger.ts';

const accounts = [
  account('706000 VT_PREST _20 OnReceipts', 'Prestations'),
  account('707000 VT_PREST _055 OnDebits', 'Ventes de livres'),
  account('622600 AUTOLIQ_PREST_INTRACOM _20', 'Honoraires UE'),
  account('606300 DED_AUTRES _20 OnDebits', 'Fournitures'),
];
const book = elementsOf(
  ledger(
    [
      entry(1, '2026-05-04', '411000/ALFA D 1440.00 A', '706000 C 1200.00', '445710 C 240.00'),
      entry(2, '2026-05-28', '512000 D 500.00', '411000/ALFA C 500.00 A'),
      entry(3, '2026-05-12', '411000/BETA D 316.50', '707000 C 300.00', '445710 C 16.50'),
      entry(4, '2026-05-15', '622600 D 250.50', '445660 D 50.10', '445200 C 50.10', '401000/EIRE C 250.50'),
      entry(5, '2026-05-20', '606300 D 99.99', '445660 D 20.00', '401000/PAPYRUS C 119.99'),
      entry(6, '2026-06-10', '512000 D 940.00', '411000/ALFA C 940.00 A'),
    ],
    { accounts },
  ),
);
const MAY = { startDate: '2026-05-01', endDate: '2026-05-31', firstDay: '2026-04-01', declared: [] };

it('makes the elements', () => {
  expect(shown(book.elements)).toEqual([
    '1/2 Due VT_PREST _20 1200.00 240.00 by settlement',
    '3/2 Due VT_PREST _055 300.00 16.50',
    '4/1 Due AUTOLIQ_PREST_INTRACOM _20 250.50 50.10',
    '4/1 Deductible AUTOLIQ_PREST_INTRACOM _20 250.50 50.10 HB',
    '5/2 Deductible DED_AUTRES Unknown 99.99 20.00 HB',
  ]);
  expect(told(book.issues)).toEqual([]);
});

it('declares in May what was paid of the services', () => {
  expect(declaredBy(periodShares(book, MAY))).toEqual([
    '1/2 Due _20 416.67 83.33 before 0.00 deferred 156.67 prior 0.00',
    '3/2 Due _055 300.00 16.50 before 0.00 deferred 0.00 prior 0.00',
    '4/1 Due _20 250.50 50.10 before 0.00 deferred 0.00 prior 0.00',
    '4/1 Deductible _20 250.50 50.10 before 0.00 deferred 0.00 prior 0.00',
    '5/2 Deductible Unknown 99.99 20.00 before 0.00 deferred 0.00 prior 0.00',
  ]);
});

it('declares the rest in June', () => {
  const declared = periodShares(book, MAY).map(({ element, toDeclare }) => ({ ...element, ...toDeclare }));
  const june = { ...MAY, startDate: '2026-06-01', endDate: '2026-06-30', declared };
  expect(declaredBy(periodShares(book, june))).toEqual([
    '1/2 Due _20 783.33 156.67 before 83.33 deferred 0.00 prior 0.00',
  ]);
});
