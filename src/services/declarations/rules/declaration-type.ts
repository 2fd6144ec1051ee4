/** What a channel calls a declaration, in words, brought to our types. Partners spell with accents and without. */
import { foldedText } from '../../kernel/folded-text.ts';
import type { DeclarationType } from '../kinds.ts';

interface Rule {
  readonly type: DeclarationType;
  /** Every pattern must be found in the label or the type. */
  readonly all: readonly RegExp[];
}

/** First match wins. Codes stand alone: `12571` is not form 2571. */
const RULES: readonly Rule[] = [
  { type: 'IS2571', all: [/(?<!\d)2571(?!\d)/] },
  { type: 'IS2572', all: [/(?<!\d)2572(?!\d)/] },
  { type: 'IS2573', all: [/(?<!\d)2573(?!\d)/] },
  { type: 'CVAEAcompte', all: [/1329[ -]?ac\b/] },
  { type: 'CVAEAcompte', all: [/acompte/, /cvae/] },
  { type: 'CVAESolde', all: [/1329[ -]?def\b/] },
  { type: 'CVAESolde', all: [/solde/, /cvae/] },
  { type: 'LiasseTeteDeGroupe', all: [/2058[ -]?rg\b/] },
  { type: 'LiasseTeteDeGroupe', all: [/tete[ -]de[ -]groupe/] },
];

/** `named`: the type as the channel names it; `label`: its full label. Raw texts are kept by the caller. */
export function declarationType(named: string | undefined, label: string | undefined): DeclarationType {
  const text = foldedText(`${label ?? ''} | ${named ?? ''}`);
  const rule = RULES.find(({ all }) => all.every((pattern) => pattern.test(text)));
  if (rule) return rule.type;
  return /^liasse\b/.test(foldedText(named ?? '').trim()) ? 'Liasse' : 'Inconnu';
}
