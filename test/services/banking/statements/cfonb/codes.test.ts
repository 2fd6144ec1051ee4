import { describe, expect, it } from 'vitest';
import { OPERATION_CODES, REJECT_CODES } from '../../../../../src/services/banking/statements/cfonb/codes.ts';
import { kinds, lines, readAll, statement } from './support.ts';

/** Code and direction as the published lists give them, written down apart from the table. */
const DIRECTIONS =
  `01:D 02:C 03:D 04:C 05:C 06:D 07:D 08:D 09:C 10:DC 11:DC 12:C 13:C 14:D 15:C 16:C 17:C 18:C 19:D 20:D
21:D 22:D 23:D 24:C 25:C 26:D 27:DC 28:D 29:D 30:C 31:C 32:C 33:D 34:DC 35:C 36:D 37:C 38:D 39:C 40:C 41:DC 42:DC 43:DC
44:D 45:C 46:D 47:C 48:D 49:C 50:D 51:DC 52:DC 53:D 54:C 55:DC 56:D 57:C 58:D 59:C 61:DC 62:D 63:C 64:D 65:D 66:D 67:D
68:D 69:C 70:D 71:C 72:D 73:C 74:C 75:D 76:D 77:C 78:C 79:D 80:D 81:C 82:DC 83:DC 84:D 85:C 86:DC 87:C 88:D 89:C 90:D
91:DC 92:DC 93:DC 94:C 95:D 96:D 97:C 98:D 99:DC A1:C A2:C A3:C A4:C A5:D A6:D B1:D B2:D B3:D B4:D B5:C B6:C C1:D C2:C
C3:C C4:D C5:C`.split(/\s+/);

/** Reject codes; L: bills of exchange only. */
const REJECTS =
  `01L 02L 03L 04L 05L 06L 11L 12 13 14 16 18 19L 20 31 32 34 35 39L 52 54 57 58 59 60 61 62 63 64 65 66 70L
71 72L 73L 74L 75 76 80 88 90L 99`.split(/\s+/);

describe('operation codes', () => {
  it('are those of the lists, in order', () =>
    expect([...OPERATION_CODES.values()].map(({ code, direction }) => `${code}:${direction}`)).toEqual(DIRECTIONS));

  it.each([...OPERATION_CODES.values()])('$code is read, and has a label', async ({ code, label }) => {
    const text = lines(statement([{ operationCode: code }]));
    const { statements, findings } = await readAll(text);
    expect(findings).toEqual([]);
    expect(statements[0]?.movements[0]?.operationCode).toBe(code);
    for (const words of [label.fr, label.en]) expect(words).toMatch(/^[A-Z].+[^\s]$/);
  });

  it('an unknown one is kept, with a warning', async () => {
    const { statements, findings } = await readAll(
      lines(statement([{ operationCode: 'Z9' }, { operationCode: '60' }])),
    );
    expect(kinds(findings)).toEqual(['UNKNOWN_OPERATION_CODE@2', 'UNKNOWN_OPERATION_CODE@3']);
    expect(statements[0]?.tail.balanced).toBe(true);
    expect(statements[0]?.movements.map(({ operationCode }) => operationCode)).toEqual(['Z9', '60']);
  });
});

describe('reject codes', () => {
  it('are those of the list, in order', () =>
    expect([...REJECT_CODES.values()].map(({ code, billsOnly }) => code + (billsOnly ? 'L' : ''))).toEqual(REJECTS));

  it.each([...REJECT_CODES.values()])('$code is read, and has a label', async ({ code, label }) => {
    const text = lines(statement([{ operationCode: 'B3', rejectCode: code }]));
    const { statements } = await readAll(text);
    expect(statements[0]?.movements[0]?.rejectCode).toBe(code);
    for (const words of [label.fr, label.en]) expect(words).toMatch(/^[A-Z].+[^\s]$/);
  });

  it.each(['  ', '00'])('%j is none', async (rejectCode) => {
    const { statements } = await readAll(lines(statement([{ rejectCode }])));
    expect(statements[0]?.movements[0]?.rejectCode).toBeNull();
  });
});
