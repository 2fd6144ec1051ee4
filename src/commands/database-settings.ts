import { join } from 'node:path';
import type { DatabaseSettings } from '../services/db/settings.ts';
import type { Settings } from '../services/kernel/settings.ts';
import { packageFile } from './package-file.ts';

/** What the database layer needs of the settings. */
export const databaseSettings = (settings: Settings): DatabaseSettings => ({
  home: join(settings.home.value ?? ''),
  url: settings.databaseUrl.value,
  migrations: packageFile('migrations'),
  binaries: settings.postgresBin.value,
  keepAlive: /^(1|true|yes)$/i.test(settings.databaseKeepAlive.value ?? ''),
});
