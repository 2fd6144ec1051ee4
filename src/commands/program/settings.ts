import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingSpec,
  type Settings,
} from '../../services/kernel/settings.ts';
import { commandErrors } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Source = (name: SettingName, spec: SettingSpec) => Setting | undefined;

const MAX_SETTING_FILE_BYTES = 1024 * 1024;

/**
 * Reads every setting: flag, then environment, then the taxops.toml of the project, of the home that the environment names and
 * of the user, then the default.
 */
export async function resolveSettings(
  flags: Readonly<Record<string, unknown>>,
  env: Environment,
  cwd: string,
): Promise<Settings> {
  const places = [projectFile(cwd), homeFile(env, cwd), userFile(env)];
  const files = [...new Set(places)].filter((path) => path !== undefined && existsSync(path)) as string[];
  const sources: Source[] = [
    fromFlags(flags, cwd),
    fromEnvironment(env, cwd),
    ...(await Promise.all(files.map(fromFile))),
    fromDefaults(env),
  ];
  const names = Object.keys(SETTINGS) as SettingName[];
  const read = (name: SettingName): Setting =>
    sources.map((source) => source(name, SETTINGS[name])).find((setting) => setting !== undefined) ?? {
      value: undefined,
      source: 'default',
    };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Settings;
}

/** The nearest taxops.toml at or above the working folder. */
function projectFile(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, 'taxops.toml');
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Settings of a home that the environment names stay in it: they hold for nobody else. */
function homeFile(env: Environment, cwd: string): string | undefined {
  const home = fromEnvironment(env, cwd)('home', SETTINGS.home)?.value;
  return home && join(home, 'taxops.toml');
}

/** Where settings are kept that are of no project. */
export const ownFile = (env: Environment, cwd: string): string => homeFile(env, cwd) ?? userFile(env);

const userFile = (env: Environment): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'taxops', 'taxops.toml');

/** Where data live when nobody says: a system folder for root, the user's data folder otherwise. */
function defaultHome(env: Environment): string {
  if (process.getuid?.() === 0) return '/var/lib/taxops';
  if (process.platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'taxops');
  return join(env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local', 'share'), 'taxops');
}

const FLAG_NAMES: Partial<Record<SettingName, string>> = { language: 'lang', home: 'home' };

/** The value as given, or the path that it is from `base`. */
const placed = (value: string, { isPath }: SettingSpec, base: string): string =>
  isPath ? resolve(base, value) : value;

const fromFlags =
  (flags: Readonly<Record<string, unknown>>, cwd: string): Source =>
  (name, spec) => {
    const flag = FLAG_NAMES[name];
    const value = flag ? flags[flag] : undefined;
    if (typeof value !== 'string' || value === '') return undefined;
    return { value: placed(value, spec, cwd), source: `flag --${flag}` };
  };

const fromEnvironment =
  (env: Environment, cwd: string): Source =>
  (_name, spec) => {
    const value = env[spec.env];
    if (value) return { value: placed(value, spec, cwd), source: `env ${spec.env}` };
    const path = env[`${spec.env}_FILE`];
    if (!path) return undefined;
    const content = readSettingFile(path).trimEnd();
    return { value: placed(content, spec, dirname(path)), source: `file ${path} (env ${spec.env}_FILE)` };
  };

async function fromFile(path: string): Promise<Source> {
  const { parse } = await import('smol-toml');
  let table: Record<string, unknown>;
  try {
    table = parse(readSettingFile(path));
  } catch (error) {
    throw commandErrors.SettingInvalid({ reason: `${path}: ${(error as Error).message.split('\n')[0]}` });
  }
  const unknown = Object.keys(table).filter((name) => !(name in SETTINGS));
  if (unknown.length > 0)
    throw commandErrors.SettingInvalid({
      reason: {
        en: `${path}: unknown setting ${unknown.join(', ')}`,
        fr: `${path} : réglage inconnu ${unknown.join(', ')}`,
      },
    });
  return (name, spec) => {
    const value = table[name];
    if (value === undefined) return undefined;
    if (spec.isTable) return { value: JSON.stringify(value), source: `file ${path}` };
    if (typeof value === 'object')
      throw commandErrors.SettingInvalid({
        reason: { en: `${path}: ${name} is one value`, fr: `${path} : ${name} est une valeur seule` },
      });
    return { value: placed(String(value), spec, dirname(path)), source: `file ${path}` };
  };
}

const fromDefaults =
  (env: Environment): Source =>
  (name, spec) => {
    if (name === 'home') return { value: defaultHome(env), source: 'default' };
    if (name === 'language') return { value: localeLanguage(env), source: 'locale' };
    return spec.default === undefined ? undefined : { value: spec.default, source: 'default' };
  };

const localeLanguage = (env: Environment): string =>
  /^fr/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'fr' : 'en';

function readSettingFile(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_SETTING_FILE_BYTES) throw new Error('larger than 1 MiB');
    return bytes.toString('utf8');
  } catch (error) {
    throw commandErrors.SettingInvalid({ reason: `${path}: ${(error as Error).message}` });
  }
}
