import { describe, expect, it } from 'vitest';
import { pieceFileName, pieceForm } from '../../../src/services/filing/piece-forms.ts';
import { resolveDoubt } from '../../../src/services/filing/questions.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Instant } from '../../../src/services/kernel/paris-time.ts';

describe('pieces', () => {
  it.each([
    ['Sent', 'Xml', '732829320-Liasse-2025-12-31-Sent.xml'],
    ['Ads', 'Xml', '732829320-Liasse-2025-12-31-Ads.xml'],
    ['Ars', 'Signed', '732829320-Liasse-2025-12-31-Ars.eml'],
  ] as const)('%s as %s', (piece, format, name) => {
    const form = pieceForm(piece, format);
    expect(
      form && pieceFileName({ siren: '732829320', type: 'Liasse', end: '2025-12-31' as PlainDate }, piece, form),
    ).toBe(name);
  });

  it('has no signed form of what was sent', () => expect(pieceForm('Sent', 'Signed')).toBeUndefined());

  it('keeps every other character out of the name', () => {
    const form = pieceForm('Sent', 'Xml');
    expect(
      form && pieceFileName({ siren: '../7"\r\n', type: 'Liasse', end: '2025-12-31' as PlainDate }, 'Sent', form),
    ).toBe('..7-Liasse-2025-12-31-Sent.xml');
  });
});

describe('doubt after a send', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 4, 20) + seconds * 1000).toISOString() as Instant;
  const asked = (...seconds: number[]) => seconds.map((s) => ({ askedAt: at(s), found: false }));

  it.each([
    ['nothing asked yet', [], 0, 'Ask'],
    ['not found once', asked(0), 44, 'Wait'],
    ['not found once, an interval ago', asked(0), 45, 'Ask'],
    ['not found twice, too close', asked(0, 44), 44, 'Wait'],
    ['not found twice, an interval apart', asked(0, 45), 45, 'Lost'],
    ['three times, the first and last apart', asked(0, 30, 45), 45, 'Lost'],
    ['found at last', [...asked(0), { askedAt: at(45), found: true }], 45, 'Found'],
  ] as const)('%s: %s at %s is %s', (_, questions, now, doubt) => expect(resolveDoubt(questions, at(now))).toBe(doubt));

  it('takes another interval', () => expect(resolveDoubt(asked(0, 1), at(1), 1)).toBe('Lost'));
});
