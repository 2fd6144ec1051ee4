/** The VAT of purchases: each line has the share of its entry, and a year of entries is read once. */
import { describe, expect, it } from 'vitest';
import { isFixedAssetAccount } from '../../../src/services/assets/engine/account-families.ts';
import { vatOfPurchases } from '../../../src/services/assets/ledger/purchase-vat.ts';
import { allocate } from '../../../src/services/kernel/money.ts';
import fc from '../../support/property.ts';

type Line = Parameters<typeof vatOfPurchases>[0][number];

const line = (id: number, entryId: number, accountNumber: string, [debit, credit] = [0n, 0n]): Line => ({
  id,
  entryId,
  accountNumber,
  debit,
  credit,
});

/** Line by line, as the rule is said. */
function shareOf(one: Line, all: readonly Line[]): bigint {
  const entry = all.filter(({ entryId }) => entryId === one.entryId);
  const worth = ({ debit, credit }: Line) => debit - credit;
  const vat = entry
    .filter(({ accountNumber }) => accountNumber.startsWith('44562'))
    .reduce((total, each) => total + worth(each), 0n);
  const bought = entry.filter((each) => isFixedAssetAccount(each.accountNumber) && worth(each) > 0n);
  const at = bought.findIndex(({ id }) => id === one.id);
  return vat <= 0n || at < 0 ? 0n : (allocate(vat, bought.map(worth))[at] ?? 0n);
}

describe('the VAT of what was bought', () => {
  it('is shared to the cent between the assets of an entry, and stays within it', () => {
    const lines = [
      line(1, 7, '215400', [100_00n, 0n]),
      line(2, 8, '205000', [600_00n, 0n]),
      line(3, 7, '218300', [200_00n, 0n]),
      line(4, 7, '445620', [50_00n, 0n]),
      line(5, 8, '445621', [120_00n, 0n]),
      line(6, 7, '404000', [0n, 350_00n]),
      line(7, 9, '445620', [0n, 10_00n]),
      line(8, 9, '215400', [50_00n, 0n]),
    ];
    expect([...vatOfPurchases(lines)]).toEqual([
      [1, 16_67n],
      [3, 33_33n],
      [2, 120_00n],
    ]);
  });

  it('is what the rule says of each line alone, whatever the entries and their order', () => {
    const account = fc.constantFrom('215400', '218300', '261000', '281540', '445620', '445660', '404000');
    const amounts = fc.tuple(fc.bigInt(-999n, 99_999n), fc.bigInt(0n, 999n));
    const drawn = fc.array(fc.record({ entryId: fc.integer({ min: 1, max: 4 }), account, amounts }), { maxLength: 30 });
    fc.assert(
      fc.property(drawn, (rows) => {
        const lines = rows.map((row, id) => line(id, row.entryId, row.account, [row.amounts[0], row.amounts[1]]));
        const shares = vatOfPurchases(lines);
        for (const one of lines) expect(shares.get(one.id) ?? 0n).toBe(shareOf(one, lines));
      }),
    );
  });

  it('reads each line a fixed number of times, however many entries there are', () => {
    const readsOf = (entries: number) => {
      let reads = 0;
      const counted = (one: Line): Line => ({
        ...one,
        get entryId() {
          reads++;
          return one.entryId;
        },
      });
      const lines = Array.from({ length: entries }, (_, entry) => [
        counted(line(2 * entry, entry, '215400', [100n, 0n])),
        counted(line(2 * entry + 1, entry, '445620', [20n, 0n])),
      ]).flat();
      expect(vatOfPurchases(lines).size).toBe(entries);
      return reads;
    };
    expect(readsOf(400)).toBe(10 * readsOf(40));
  });
});
