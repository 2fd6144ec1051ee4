import type { Language } from '../../services/kernel/errors.ts';
import type { RawInput } from '../operation/invoke.ts';
import { commandErrors } from './errors.ts';
import { typed } from './flags.ts';
import { inputWords } from './input-words.ts';
import type { Io, Output } from './io.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';
import { WORDS } from './text.ts';

/** The keyboard, and standard error: what is asked has no place in a result that goes to a file. */
interface Streams {
  readonly input: Io['stdin'];
  readonly output: Output;
}

async function promptOn(streams: Streams) {
  const { default: inquirer } = await import('inquirer');
  return inquirer.createPromptModule(streams as { input: NodeJS.ReadableStream; output: NodeJS.WritableStream });
}

/** Asks the person for required scalar values that no flag gave. */
export async function askMissing(
  entry: ManifestEntry,
  raw: RawInput,
  streams: Streams,
  language: Language,
): Promise<RawInput> {
  const missing = entry.inputs.filter(
    (input) => input.required && input.type !== 'json' && given(raw, input) === undefined,
  );
  if (missing.length === 0) return raw;
  const answers = new Map<ManifestInput, unknown>();
  for (const input of missing) answers.set(input, typed(input, await ask(input, streams, language)));
  const part = (place: ManifestInput['in'], before: unknown) => ({
    ...(before as object | undefined),
    ...Object.fromEntries(
      [...answers].filter(([input]) => input.in === place).map(([input, value]) => [input.name, value]),
    ),
  });
  return {
    ...raw,
    params: part('path', raw.params),
    query: part('query', raw.query),
    ...(entry.hasBody && { body: part('body', raw.body) }),
  };
}

function given(raw: RawInput, input: ManifestInput): unknown {
  const part = { path: raw.params, query: raw.query, body: raw.body as Readonly<Record<string, unknown>> | undefined }[
    input.in
  ];
  return part?.[input.name];
}

async function ask(input: ManifestInput, streams: Streams, language: Language): Promise<unknown> {
  const message = `${inputWords(input, language)} (--${input.flag})`;
  const question = input.choices
    ? ({ type: 'select', name: 'value', message, choices: [...input.choices] } as const)
    : ({ type: 'input', name: 'value', message } as const);
  const { value } = await (await promptOn(streams))([question]);
  return value;
}

/** In the words of the language, which also answer it: the library reads English alone by default. */
export const consentQuestion = (language: Language) =>
  ({
    type: 'confirm',
    name: 'sure',
    message: WORDS.confirm[language],
    default: false,
    theme: {
      keywords: {
        yes: WORDS.yes[language],
        no: WORDS.no[language],
        error: () => WORDS.yesOrNo[language],
      },
    },
  }) as const;

/** Lets go on only when a person says yes. Throws NotConfirmed. */
export async function askConsent(streams: Streams, language: Language): Promise<void> {
  const { sure } = await (await promptOn(streams))([consentQuestion(language)]);
  if (!sure) throw commandErrors.NotConfirmed();
}
