import * as z from 'zod';
import { SETTINGS, type SettingName } from '../../services/kernel/settings.ts';
import { defineCommand } from '../operation/operation.ts';

const Explained = z.object({
  Setting: z.string(),
  Value: z.string().nullable(),
  Source: z.string(),
  Environment: z.string(),
  About: z.string(),
});

export const configExplain = defineCommand({
  id: 'operator.config.explain',
  summary: {
    en: 'Show every setting and where its value comes from',
    fr: 'Montrer chaque réglage et d’où vient sa valeur',
  },
  description:
    'A flag wins over the environment, then the nearest taxops.toml, then the one of the user, then the default.',
  cli: { path: ['config', 'explain'], examples: ['taxops config explain', 'TAXOPS_LANG=fr taxops config explain'] },
  output: z.array(Explained),
  run: async ({ settings, language }) =>
    (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const spec: { env: string; secret?: boolean; about: Record<'en' | 'fr', string> } = SETTINGS[name];
      const { value, source } = settings[name];
      const shown = value === undefined ? null : spec.secret ? '********' : value;
      return { Setting: name, Value: shown, Source: source, Environment: spec.env, About: spec.about[language] };
    }),
});
