import { join } from 'node:path';
import type { DatabaseSettings } from '../../services/db/settings.ts';
import { packageFile } from '../../services/kernel/package-file.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { commandErrors } from './errors.ts';

/** What the database layer needs of the settings. */
export const databaseSettings = (settings: Settings): DatabaseSettings => ({
  home: join(settings.home.value ?? ''),
  url: databaseUrl(settings),
  migrations: packageFile('migrations'),
  binaries: settings.postgresBin.value,
  keepAlive: /^(1|true|yes)$/i.test(settings.databaseKeepAlive.value ?? ''),
});

/** The address itself stays out of the message: it may hold a password. */
function databaseUrl({ databaseUrl: { value, source } }: Settings): string | undefined {
  if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value;
  throw commandErrors.SettingInvalid({
    reason: {
      en: `${source}: databaseUrl does not begin with postgresql://`,
      fr: `${source} : databaseUrl ne commence pas par postgresql://`,
    },
  });
}
