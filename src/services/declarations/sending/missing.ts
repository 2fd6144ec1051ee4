/** Refuses what lacks a value, with the commands that give it. */
import type { ChannelName } from '../../channels/channel.ts';
import type { Finding } from '../../forms/controls.ts';
import type { Language } from '../../kernel/errors.ts';
import { kindEntry } from '../kinds.ts';
import { sendingErrors } from './errors.ts';
import { type Need, PARTIES } from './needs.ts';
import type { Subject } from './subject.ts';

/** Throws ValuesMissing, one issue per value that the kind needs for the channel. */
export function requireValues(subject: Subject, channel: ChannelName, language: Language): void {
  refuseMissing([...PARTIES, ...kindEntry(subject.type).needs], subject, channel, language);
}

/** Throws ValuesMissing. */
export function refuseMissing(
  needs: readonly Need[],
  subject: Subject,
  channel: ChannelName,
  language: Language,
): void {
  const missing = needs.filter(({ channels, isThere }) => (channels?.includes(channel) ?? true) && !isThere(subject));
  if (missing.length === 0) return;
  const { type, period } = subject;
  const issues = missing.map(({ path, message }) => ({ path, code: 'ValueMissing', message: message[language] }));
  const values = missing.map(({ path }) => path).join(', ');
  const commands = commandsFor(missing, subject).join(' ; ');
  throw sendingErrors.ValuesMissing({ type, end: period.end, values, commands }, issues);
}

/** L30: what the other channels would ask for besides. */
export function missingElsewhere(subject: Subject, channel: ChannelName): Finding[] {
  const needs = [...PARTIES, ...kindEntry(subject.type).needs].filter(
    ({ channels }) => !(channels?.includes(channel) ?? true),
  );
  const missing = needs.filter(({ isThere }) => !isThere(subject));
  if (missing.length === 0) return [];
  const channels = [...new Set(missing.flatMap((need) => need.channels ?? []))].join(', ');
  const values = missing.map(({ path }) => path).join(', ');
  const commands = commandsFor(missing, subject).join(' ; ');
  const message = {
    en: `${channel} does without; ${channels} would ask for ${values}: ${commands}`,
    fr: `${channel} s’en passe ; ${channels} demanderait ${values} : ${commands}`,
  };
  return [{ code: 'L30', level: 'warning', about: '', message }];
}

/** One command per place that lacks something, its values examples to be replaced. */
function commandsFor(missing: readonly Need[], subject: Subject): string[] {
  const { folder, company } = subject;
  const remedies = missing.map(({ remedy }) => remedy);
  const optionsOf = (what: 'folder' | 'company') =>
    remedies.flatMap((remedy) => ('option' in remedy && remedy.update === what ? [remedy.option] : []));
  const update = (what: 'folder' | 'company', id: number): string[] => {
    const options = optionsOf(what);
    return options.length > 0 ? [`taxops ${what} update ${id} ${options.join(' ')}`] : [];
  };
  return [
    ...update('folder', folder.id),
    ...update('company', company.id),
    ...remedies.flatMap((remedy) => ('command' in remedy ? [remedy.command(subject)] : [])),
    ...valueAdd(missing, subject),
  ];
}

function valueAdd(missing: readonly Need[], { type, period, folder }: Subject): string[] {
  const values = missing.flatMap(({ remedy }) => ('values' in remedy ? [remedy.values] : []));
  if (values.length === 0) return [];
  const body = {
    DeclarationType: type,
    EndDate: period.end,
    Forms: Object.assign({}, ...values.map(({ Forms }) => Forms)),
    Facts: Object.assign({}, ...values.map(({ Facts }) => Facts)),
  };
  return [`echo '${JSON.stringify(body)}' | taxops declaration value add --folder ${folder.id} --body -`];
}
