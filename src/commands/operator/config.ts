import * as z from 'zod';
import { SETTINGS, type SettingName } from '../../services/kernel/settings.ts';
import { defineOperation } from '../operation/operation.ts';
import { maybe, text, words } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';

const Explained = z.object({
  Setting: from('name', text('Réglage')),
  Value: maybe(text('Valeur')),
  Source: text('Origine'),
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
    'A flag wins over the environment, then the nearest taxops.toml, then the one of the user, then the default.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/settings' },
  audited: false,
  cli: { path: ['config', 'explain'], examples: ['taxops config explain', 'TAXOPS_LANG=fr taxops config explain'] },
  output: z.array(Explained),
  run: async ({ settings }) =>
    (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const { env, about, isSecret } = SETTINGS[name];
      const { value, source } = settings[name];
      return { name, env, about, source, value: value !== undefined && isSecret ? '********' : value };
    }),
});
