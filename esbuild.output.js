// Where a build goes: written beside, put in place once it is whole. Programs run meanwhile, and load their files as they need them.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';

/** Files of a build that its record of sources (meta.json) does not name. */
const UNRECORDED = ['build', 'browser.js'];

/** The files that a build recorded, by their path in it; none where there is no build. */
function recorded(folder) {
  const path = `${folder}/meta.json`;
  if (!existsSync(path)) return [];
  return Object.keys(JSON.parse(readFileSync(path, 'utf8'))).map((file) => file.replace(/^[^/]+\//, ''));
}

/** Whether a folder holds all that a build of these sources wrote: what was removed since is missed. */
export function isBuilt(folder, sources) {
  const files = recorded(folder);
  const said = `${folder}/sources`;
  if (files.length === 0 || !existsSync(said) || readFileSync(said, 'utf8') !== sources) return false;
  return [...files, ...UNRECORDED].every((file) => existsSync(`${folder}/${file}`));
}

/** Other builds may do the same at the same time. */
const ATTEMPTS = 20;

/** Puts a whole build in place of the one before, whose files stay for the programs that started from it. */
export function putInPlace(fresh, folder) {
  for (const file of recorded(folder)) keep(`${folder}/${file}`, `${fresh}/${file}`);
  const old = `${fresh}.old`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(fresh, folder);
      break;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

function keep(from, to) {
  if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
}
