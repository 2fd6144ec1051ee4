/** Workbooks as LibreOffice (libreoffice-calc-nogui) computes them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './scratch.ts';

export const isThere = (program: string, option: string): boolean => spawnSync(program, [option]).status === 0;

export const hasOffice = isThere('soffice', '--version');
if (!hasOffice) process.stderr.write('soffice is not installed (libreoffice-calc-nogui): workbooks are not read\n');

/** Without it LibreOffice shows the results that the file holds. */
const ALWAYS_COMPUTE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Of the first workbook, kept for the next: to make it takes LibreOffice longer than to open one. */
let profile: string | undefined;

function profileFolder(): string {
  if (profile !== undefined) return profile;
  profile = temporaryFolder('office-profile');
  mkdirSync(join(profile, 'user'));
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_COMPUTE);
  return profile;
}

/** The lines of a sheet (from 1), formulas worked out anew, as CSV. */
export function csvOf(workbook: Uint8Array, sheet = 1): string[] {
  const folder = temporaryFolder('office');
  const filter = `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,${sheet}`;
  const input = join(folder, 'in.xlsx');
  writeFileSync(input, workbook);
  const own = [`-env:UserInstallation=file://${profileFolder()}`, '--headless'];
  execFileSync('soffice', [...own, '--convert-to', filter, '--outdir', folder, input], { stdio: 'pipe' });
  const made = readdirSync(folder).find((name) => name.endsWith('.csv')) ?? '';
  return readFileSync(join(folder, made), 'utf8').trimEnd().split('\n');
}
