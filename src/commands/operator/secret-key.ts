import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import { appendAudit } from '../../services/audit/audit.ts';
import { fileErrors } from '../../services/kernel/file-errors.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { secretErrors } from '../../services/secrets/errors.ts';
import { setKeyFileAside, writeKeyFile } from '../../services/secrets/key-file.ts';
import { examineKeys, replaceKeys } from '../../services/secrets/key-ring.ts';
import { secretBox } from '../../services/secrets/secret-box.ts';
import { defineCommand } from '../operation/operation.ts';
import { text } from '../operation/outputs.ts';
import { commandErrors } from '../program/errors.ts';
import { keySource } from '../program/key-source.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { keyEntry } from './secrets.ts';

const KeyPlace = z.object({ Keys: text('Clés'), File: text('Fichier') });

export const secretKeyExport = defineCommand({
  id: 'operator.secrets.key.export',
  summary: {
    en: 'Write the secret key to a file, for another machine',
    fr: 'Écrire la clé secrète dans un fichier, pour une autre machine',
  },
  description:
    'The file is new and for its owner only. Who has it reads every login and piece of the database: move it over a safe way, import it there, then delete it. The answer names keys by their identifiers.',
  cli: { path: ['secrets', 'key', 'export'], args: ['file'], examples: ['taxops secrets key export key.txt'] },
  query: z.object({ file: z.string().min(1).describe('File to write; it must not exist') }),
  output: KeyPlace,
  errors: ['FileExists', 'FileUnwritable', 'SecretKeyMissing', 'SecretKeyForeign', 'SecretKeyInvalid'],
  audited: 'itself',
  run: async (ctx, { file: name }) => {
    const box = await ctx.secrets();
    const keys = (await keySource(ctx.settings).read()) ?? '';
    const file = resolve(ctx.terminal.cwd, name);
    const entry = keyEntry(ctx, 'operator.secrets.key.export', { keys: box.ids.join(',') });
    await appendAudit((await ctx.db()).knex, entry); // first: a key that leaves must not leave unseen
    await writeFile(file, `${keys.split(/[\s,]+/).join('\n')}\n`, { mode: 0o600, flag: 'wx' }).catch((error) => {
      throw error.code === 'EEXIST'
        ? fileErrors.FileExists({ file })
        : fileErrors.FileUnwritable({ file, reason: error.code });
    });
    return { keys: box.ids.join(', '), file };
  },
});

export const secretKeyImport = defineCommand({
  id: 'operator.secrets.key.import',
  summary: {
    en: 'Keep the secret key of another machine in the data folder',
    fr: 'Garder la clé secrète d’une autre machine dans le dossier des données',
  },
  description:
    'Reads what `taxops secrets key export` wrote. Refused when the database needs another key. A key file that was there is kept beside, under the identifier of its key.',
  cli: {
    path: ['secrets', 'key', 'import'],
    examples: ['taxops secrets key import key.txt'],
  },
  files: { many: false, description: 'File written by secrets key export, or - for standard input' },
  output: KeyPlace,
  errors: ['FileMissing', 'SecretKeySet', 'SecretKeyForeign', 'SecretKeyInvalid'],
  audited: 'itself',
  run: async (ctx, { files: [file] }) => {
    if (!file) throw commandErrors.FileMissing();
    const { secretKey, home } = ctx.settings;
    if (secretKey.value !== undefined) throw secretErrors.SecretKeySet({ place: secretKey.source });
    const keys = (await readFile(file.path, 'utf8'))
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(',');
    const { knex } = await ctx.db();
    const source = { place: file.name, read: async () => keys, make: async () => keys };
    const box = (await examineKeys(knex, source, SEALED_COLUMNS)) ?? secretBox(keys);
    const before = await idsOfFile(ctx.settings);
    await setKeyFileAside(home.value ?? '');
    await writeKeyFile(home.value ?? '', keys);
    await appendAudit(knex, keyEntry(ctx, 'operator.secrets.key.import', { before, keys: box.ids.join(',') }));
    return { keys: box.ids.join(', '), file: keySource(ctx.settings).place };
  },
});

/** Of the keys that this machine had, empty without any that can be read. */
async function idsOfFile(settings: Settings): Promise<string> {
  const keys = await keySource(settings).read();
  try {
    return keys === undefined ? '' : secretBox(keys).ids.join(',');
  } catch {
    return '';
  }
}

export const secretKeyReplace = defineCommand({
  id: 'operator.secrets.key.replace',
  summary: {
    en: 'Make a new secret key when every copy of the old one is lost',
    fr: 'Créer une clé secrète quand toutes les copies de l’ancienne sont perdues',
  },
  description:
    'What is encrypted under the lost key can never be read again: logins of banks have to be entered anew, archived pieces and notices are gone. With TAXOPS_SECRET_KEY its keys become those of the database; otherwise a key file is made.',
  cli: { path: ['secrets', 'key', 'replace'], confirm: true, examples: ['taxops secrets key replace --yes'] },
  output: KeyPlace,
  errors: ['SecretKeyInvalid'],
  audited: 'itself',
  run: async (ctx) => {
    const source = keySource(ctx.settings);
    const box = secretBox((await source.read()) ?? (await source.make()));
    await (await ctx.db()).transaction(async (trx) => {
      const before = await replaceKeys(trx, box);
      const details = { before: before.join(','), keys: box.ids.join(',') };
      await appendAudit(trx, keyEntry(ctx, 'operator.secrets.key.replace', details));
    });
    return { keys: box.ids.join(', '), file: source.place };
  },
});
