import * as z from 'zod';
import type { Labels } from '../../services/kernel/errors.ts';
import { SETTINGS, type SettingName } from '../../services/kernel/settings.ts';
import { defineOperation } from '../operation/operation.ts';
import { maybe, text, words } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';

const Explained = z.object({
  Setting: from('name', text('Réglage')),
  Value: maybe(text('Valeur')),
  Source: words('Origine'),
  Environment: from('env', text('Variable')),
  About: words('Objet'),
});

export const configExplain = defineOperation({
  id: 'operator.config.explain',
  summary: {
    en: 'Show every setting and where its value comes from',
    fr: 'Montrer chaque réglage et d’où vient sa valeur',
  },
  description:
    'A flag wins over the environment, then the nearest taxops.toml, then that of TAXOPS_HOME where it is set, then the one of the user, then the default.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/settings' },
  audited: false,
  cli: { path: ['config', 'explain'], examples: ['taxops config explain', 'TAXOPS_LANG=fr taxops config explain'] },
  output: z.array(Explained),
  run: async ({ settings }) =>
    (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const { env, about, isSecret } = SETTINGS[name];
      const { value, source } = settings[name];
      return {
        name,
        env,
        about,
        source: sourceLabels(source),
        value: value !== undefined && isSecret ? '********' : value,
      };
    }),
});

/** What a value came from is written in English: a flag, a variable, a file or a default. */
const sourceLabels = (source: string): Labels => ({
  en: source,
  fr: SOURCE_WORDS.reduce((said, [word, french]) => said.replace(word, french), source),
});

const SOURCE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^flag\b/, 'option'],
  [/^file\b/, 'fichier'],
  [/(^|\()env\b/, '$1variable'],
  [/^default$/, 'défaut'],
  [/^locale$/, 'système'],
];
