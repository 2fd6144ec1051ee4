/** What is kept as a link to a control is an address that a browser may open, or the identifier of a file. */
import { expect, it } from 'vitest';
import { parseInput } from '../../../src/commands/operation/invoke.ts';
import { vatFormLinksBalance } from '../../../src/commands/vat/framing/framing.ts';

const kept = (link: string) =>
  parseInput(vatFormLinksBalance, {
    params: { accountingFolderId: 1, procedureId: 1 },
    body: { VatControlByAccountBalanceLink: link },
  }).body;

it.each(['', '12', '0b0e7c1a-5d4e-4c8e-9d5f-1f6a7c9d2e3b', 'https://docs.example/a?b=c#d', 'HTTP://intranet/x'])(
  'takes %o',
  (link) => expect(kept(link)).toEqual({ vatControlByAccountBalanceLink: link }),
);

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'file:///etc/x', 'https://', '//x', 'a b'])(
  'refuses %o',
  (link) => expect(() => kept(link)).toThrow(/not a link: write https/),
);
