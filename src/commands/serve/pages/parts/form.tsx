/** Forms that run an operation: fields, choices and what is required come from the manifest. */
import type { Child } from 'hono/jsx';
import type { Issue } from '../../../../services/kernel/errors.ts';
import { inputWords } from '../../../program/input-words.ts';
import type { ManifestEntry, ManifestInput } from '../../../program/manifest.ts';
import { manifest } from '../../../program/operations.ts';
import { valueInWords } from '../../../render/values.ts';
import type { Inputs } from '../page.ts';
import { fieldText, isOf, many, useHeld } from './held.ts';
import { type Failure, useView, useWord } from './view.ts';

interface FormProps {
  /** Identifier of the operation. */
  readonly run: string;
  /** Inputs that the page knows already. */
  readonly fixed?: Inputs;
  /** Inputs that are asked for. */
  readonly ask?: readonly string[];
  /** What they hold now: saved over meanwhile, the form is refused once. */
  readonly held?: Inputs;
  /** What they may well be. */
  readonly values?: Inputs;
  /** Inputs that are days, amounts or long texts: the manifest says only that they are text. */
  readonly types?: Readonly<Record<string, 'date' | 'month' | 'number' | 'textarea'>>;
  /** Inputs whose values are among these, with their words, where the manifest says only that they are text. */
  readonly choices?: Readonly<Record<string, readonly (readonly [value: string, text: string])[]>>;
  /** Word of the button; the summary of the operation unless it says otherwise. */
  readonly button?: string;
  /** Where it goes when it is done; this page unless it says otherwise. */
  readonly back?: string;
  /** Where it goes when it is done, if not back: `:Run` is that field of the answer. */
  readonly after?: string;
  /** Key that presses the button. */
  readonly shortcut?: string;
  readonly children?: Child;
}

export const entryNamed = (id: string): ManifestEntry => {
  const entry = manifest.find((one) => one.id === id);
  if (!entry) throw new Error(`no operation ${id}: run npm run build`);
  return entry;
};

const FILE = { name: 'File', flag: 'file' };

/**
 * A form that posts to `/do/<operation>`; refused, it comes back with what was typed and each fault at its field. Who may
 * not run the operation has none.
 */
export function Form({
  run,
  fixed = {},
  ask = [],
  held,
  values = held ?? {},
  types = {},
  choices = {},
  ...rest
}: FormProps) {
  const { language, url, key, failure, may } = useView();
  const entry = entryNamed(run);
  const refused = failure && isOf(failure, run, fixed) ? failure : undefined;
  const { was, meanwhile } = useHeld(run, fixed, held ? Object.fromEntries(ask.map((name) => [name, held[name]])) : {});
  const inputs = ask.map((name) => inputNamed(entry, name));
  const back = rest.back ?? `${url.pathname}${url.search}`;
  const button = rest.button ?? entry.summary[language];
  if (!may(entry)) return null;
  return (
    <form method="post" action={`/do/${run}`} enctype={entry.files ? 'multipart/form-data' : undefined}>
      <input type="hidden" name="_back" value={back} />
      {rest.after && <input type="hidden" name="_after" value={rest.after} />}
      <input type="hidden" name="_key" value={key()} />
      {held && <input type="hidden" name="_was" value={was} />}
      {Object.entries(fixed).map(([name, value]) =>
        many(value).map((item) => <input type="hidden" {...{ name }} value={String(item)} />),
      )}
      {entry.files && (
        <label class="drop">
          {inputWords(FILE, language)}
          <input type="file" name="File" multiple={entry.files.many} required={!entry.files.isOptional} />
        </label>
      )}
      {inputs.length > 0 && (
        <div class="fields">
          {inputs.map((input) => (
            <Field
              {...{ input, type: types[input.name], choices: choices[input.name] }}
              value={refused?.values[input.name] ?? values[input.name]}
              issues={refused ? issuesOf(refused, input) : []}
              meanwhile={meanwhile(input.name)}
            />
          ))}
        </div>
      )}
      {rest.children}
      <button type="submit" class={inputs.length > 0 ? 'first' : undefined} data-key={rest.shortcut}>
        {button}
      </button>
    </form>
  );
}

interface ManyProps extends Pick<FormProps, 'run' | 'fixed' | 'button' | 'children'> {}

/** A form around a table: its fields are named `List.<row>.Field`, and `List.*.Field` stands for those left empty. */
export function ManyForm({ run, fixed = {}, button, children }: ManyProps) {
  const { language, url, key, may } = useView();
  if (!may(entryNamed(run))) return <fieldset disabled>{children}</fieldset>;
  return (
    <form method="post" action={`/do/${run}`}>
      <input type="hidden" name="_back" value={`${url.pathname}${url.search}`} />
      <input type="hidden" name="_key" value={key()} />
      {Object.entries(fixed).map(([name, value]) => (
        <input type="hidden" {...{ name }} value={String(value)} />
      ))}
      {children}
      <button type="submit" class="first">
        {button ?? entryNamed(run).summary[language]}
      </button>
    </form>
  );
}

const inputNamed = (entry: ManifestEntry, name: string): ManifestInput => {
  const input = entry.inputs.find((one) => one.name === name);
  if (!input) throw new Error(`${entry.id} has no input ${name}`);
  return input;
};

/** What the schema refuses of a field, and what its rule does: `SirenInvalid` is about `Siren`. */
function issuesOf({ problem }: Failure, { name, in: place }: ManifestInput): readonly Issue[] {
  const path = place === 'body' ? `Body.${name}` : name;
  if (problem.code === `${name}Invalid`) return [{ path, code: problem.code, message: problem.detail }];
  return (problem.errors ?? []).filter((issue) => issue.path === path);
}

interface FieldProps {
  readonly input: ManifestInput;
  readonly type?: 'date' | 'month' | 'number' | 'textarea' | undefined;
  readonly choices?: readonly (readonly [value: string, text: string])[] | undefined;
  readonly value: unknown;
  readonly issues?: readonly Issue[];
  /** What another person saved since. */
  readonly meanwhile?: string | undefined;
}

/** One input with its label, what it holds, and what is wrong with it. */
export function Field({ input, type, choices, value, issues = [], meanwhile }: FieldProps) {
  const { language } = useView();
  return (
    <label>
      {inputWords(input, language)}
      {input.required && ' *'}
      <Control {...{ input, type, choices, value }} isFaulty={issues.length > 0 || meanwhile !== undefined} />
      {issues.map(({ message }) => (
        <span class="fault">{message}</span>
      ))}
      <Meanwhile text={meanwhile === undefined ? undefined : wordOf(meanwhile, input, choices)} />
    </label>
  );
}

/** What a value is called where it is chosen. */
function wordOf(value: string, input: ManifestInput, given: FieldProps['choices']): string {
  const choices = given && given.length > 0 ? given : useChoices(input);
  return choices?.find(([choice]) => choice === value)?.[1] ?? value;
}

/** What is there by now, beside what was typed. */
export function Meanwhile({ text }: { text: string | undefined }) {
  const word = useWord();
  if (text === undefined) return null;
  return (
    <span class="fault">
      {word('meanwhile')} {text || word('nothing')}
    </span>
  );
}

/** What an input may be, each with its word. */
function useChoices(input: ManifestInput): FieldProps['choices'] {
  const word = useWord();
  const { language } = useView();
  if (input.type === 'boolean')
    return [
      ['true', word('yes')],
      ['false', word('no')],
    ];
  return input.choices?.map((choice) => [choice, valueInWords(choice, language)]);
}

function Control({ input, type, value, isFaulty, ...given }: Omit<FieldProps, 'issues'> & { isFaulty: boolean }) {
  const { name, required } = input;
  const common = {
    name,
    required: required && input.type !== 'boolean',
    'aria-invalid': isFaulty ? 'true' : undefined,
  };
  const text = fieldText(value);
  const own = useChoices(input);
  const choices = given.choices && given.choices.length > 0 ? given.choices : own;
  if (choices) {
    return (
      <select {...common}>
        <option value="" />
        {choices.map(([choice, said]) => (
          <option value={choice} selected={choice === text}>
            {said}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'textarea') return <textarea {...common}>{text}</textarea>;
  const isNumber = type === 'number' || input.type === 'integer';
  return (
    <input
      {...common}
      type={type === 'date' || type === 'month' ? type : 'text'}
      inputmode={isNumber ? 'decimal' : undefined}
      value={text}
    />
  );
}

interface FiltersProps {
  /** The operation that the page asks. */
  readonly of: string;
  readonly ask: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly types?: FormProps['types'];
  readonly choices?: FormProps['choices'];
  /** What else the address has. */
  readonly keep?: Readonly<Record<string, string | undefined>>;
  /** Fields of the page's own. */
  readonly more?: Child;
}

/** What narrows a list, kept in the address of the page. */
export function Filters({ of, ask, values, types = {}, choices = {}, keep = {}, more }: FiltersProps) {
  const word = useWord();
  const entry = entryNamed(of);
  return (
    <form method="get" class="tools" aria-label={word('ask')}>
      {Object.entries(keep).map(([name, value]) => value && <input type="hidden" {...{ name, value }} />)}
      {ask.map((name) => (
        <Field
          input={{ ...inputNamed(entry, name), required: false }}
          type={types[name]}
          choices={choices[name]}
          value={values[name]}
        />
      ))}
      {more}
      <button type="submit">{word('ask')}</button>
    </form>
  );
}
