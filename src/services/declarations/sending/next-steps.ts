/** Next steps of controls name no folder nor period: those of the declaration that was checked. */
import type { Finding } from '../../forms/controls.ts';
import type { Subject } from './subject.ts';

type Checked = Pick<Subject, 'folder' | 'type' | 'period'>;

export const withPlaces = (findings: readonly Finding[], checked: Checked): Finding[] =>
  findings.map(({ message: { en, fr }, ...finding }) => ({
    ...finding,
    message: { en: placed(en, checked), fr: placed(fr, checked) },
  }));

const placed = (text: string, { folder, type, period: { start, end } }: Checked): string =>
  text
    .replaceAll(/(--folder|folder update) N\b/g, `$1 ${folder.id}`)
    .replaceAll(/--declaration-type TYPE\b/g, `--declaration-type ${type}`)
    .replaceAll(/--start-date (?:YYYY-MM-DD|AAAA-MM-JJ)/g, `--start-date ${start}`)
    .replaceAll(/--((?:end-)?date) (?:YYYY-MM-DD|AAAA-MM-JJ)/g, `--$1 ${end}`);
