import type { Language } from '../../services/kernel/errors.ts';

/** The language of ours that `Accept-Language` prefers (RFC 9110, 12.5.4); English for those who ask for others only. */
export function languageOf(header: string | null, unasked: Language): Language {
  if (!header?.trim()) return unasked;
  const wanted = header.slice(0, MOST).split(',').map(readRange);
  const [best] = wanted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(spoken);
  return best === '*' ? unasked : (best ?? 'en');
}

const MOST = 1000;

interface Range {
  readonly tag: string;
  readonly weight: number;
}

function readRange(range: string): Range {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

const spoken = ({ tag }: Range): (Language | '*')[] => {
  const primary = tag.split('-')[0];
  return primary === 'fr' || primary === 'en' || primary === '*' ? [primary] : [];
};
