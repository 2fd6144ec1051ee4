// Bill of materials (CycloneDX) of what is installed, made by npm from node_modules and held to the lock file. What only
// development needs is marked so: left out by npm, it would take along what both need.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'taxops.cdx.json';
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const { components } = JSON.parse(text);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** As the lock file has it; a package that stands in for another has a name of its own. */
const nameOf = ([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`;
const isNeeded = ([path, { devOptional, optional }]) => path !== '' && !devOptional && !optional;

const locked = new Set(Object.entries(packages).map(nameOf));
/** By its address: what stands in for several others is listed once, under the name of any of them. */
const present = components.map(({ purl }) => decodeURIComponent(purl).replace('pkg:npm/', '').replace(/\?.*$/, ''));
const unknown = present.filter((one) => !locked.has(one));
const absent = Object.entries(packages)
  .filter(isNeeded)
  .map(nameOf)
  .filter((one) => !present.includes(one));
if (components.length === 0 || unknown.length > 0 || absent.length > 0) {
  process.stderr.write(`installed, not locked: ${unknown.join(', ')}; locked, not installed: ${absent.join(', ')}\n`);
  process.exit(1);
}
writeFileSync(FILE, text);
process.stdout.write(`${FILE}: ${components.length} packages, as locked\n`);
