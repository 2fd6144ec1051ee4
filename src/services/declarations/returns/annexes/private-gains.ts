/** A29: an asset of a sole trader that was used privately in part leaves with its whole gain or loss on the form. */
import type { Disposal } from '../../../assets/edition/return-figures.ts';
import type { Finding } from '../../../forms/controls.ts';
import { wholeEuros } from '../../../kernel/money.ts';
import type { Regime } from '../filed-forms.ts';

/** Where the private share of a loss is added back, that of a gain taken off. */
const CELLS: Readonly<Record<Regime, Record<'form' | 'exits' | 'loss' | 'gain', string>>> = {
  normal: { form: '2058A', exits: '2059A', loss: 'WQ', gain: 'XG' },
  simplified: { form: '2033B', exits: '2033C', loss: 'CJ', gain: 'EL' },
};

/** None of these cells typed: who typed one has seen to it. */
export function privateGains(
  disposals: readonly Pick<Disposal, 'name' | 'privateGain'>[],
  regime: Regime,
  isTyped: (key: string) => boolean,
): Finding[] {
  const { form, exits, ...cells } = CELLS[regime];
  return disposals.flatMap(({ name, privateGain = 0n }) => {
    const amount = wholeEuros(privateGain);
    const cell = amount < 0n ? cells.loss : cells.gain;
    return amount === 0n || isTyped(`${form}.${cell}`) ? [] : [finding(exits, name, amount, `${form}.${cell}`)];
  });
}

const finding = (about: string, name: string, amount: bigint, cell: string): Finding => ({
  code: 'A29',
  level: 'warning',
  about,
  message: {
    en: `${name} was used privately in part: ${amount} of its gain or loss answers for that use, and is in the result. Take it out: ${cell}, with the amount that the cell holds besides (taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form FORM --cell CELL)`,
    fr: `${name} a servi en partie à titre privé : ${amount} de sa plus ou moins-value correspond à cet usage, et reste dans le résultat. Retirez-le : ${cell}, avec le montant que la zone porte déjà (taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form FORMULAIRE --cell ZONE)`,
  },
});
