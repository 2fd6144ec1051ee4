import * as z from 'zod';
import { defineCommand } from '../operation/operation.ts';

export const completion = defineCommand({
  id: 'operator.completion',
  summary: { en: 'Print the completion script of a shell', fr: 'Afficher le script de complétion d’un shell' },
  cli: {
    path: ['completion'],
    args: ['shell'],
    examples: ['source <(taxops completion bash)', 'taxops completion fish > ~/.config/fish/completions/taxops.fish'],
  },
  query: z.object({ shell: z.enum(['bash', 'zsh', 'fish', 'powershell']) }),
  output: z.undefined(),
  run: async (ctx, { shell }) => {
    const own = OWN[shell];
    if (own) {
      ctx.terminal.print(own);
      return undefined;
    }
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'taxops', 'taxops'); // prints by itself; the script asks `taxops complete -- <words>`
    return undefined;
  },
});

/**
 * The script of the library for bash takes the package bash-completion, completes no file names, and drops a folder that
 * is typed by its name. What a value is about stands beside it as long as several fit.
 */
const BASH = String.raw`__taxops_complete() {
  local line value about directive=0 answers=() typed="${'$'}{COMP_WORDS[COMP_CWORD]}"
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive=${'$'}{line#:}; else answers+=("$line"); fi
  done < <(taxops complete bash -- "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  COMPREPLY=()
  for line in "${'$'}{answers[@]}"; do
    value=${'$'}{line%%$'\t'*} about=${'$'}{line#*$'\t'}
    if [[ $typed != [\'\"]* ]]; then printf -v value %q "$value"; fi
    if [[ -n $about && ${'$'}{#answers[@]} -gt 1 ]]; then value="$value  ($about)"; fi
    COMPREPLY+=("$value")
  done
  if ((directive & 4)); then compopt +o default; fi
}
complete -o default -F __taxops_complete taxops
`;

/** That of the library for zsh drops a folder that is typed by its name, too, and cuts words at their spaces. */
const ZSH = String.raw`#compdef taxops
_taxops() {
  local line value about prefix directive=0
  local -a values shown typed=("${'$'}{(@Q)words[2,CURRENT-1]}" "${'$'}{(Q)PREFIX}")
  if [[ $PREFIX == --*=* ]]; then prefix=${'$'}{PREFIX%%=*}= && compset -P '*='; fi
  for line in "${'$'}{(@f)$(taxops complete zsh -- "${'$'}{(@)typed}" 2> /dev/null)}"; do
    if [[ $line == :* ]]; then directive=${'$'}{line#:}; continue; fi
    value=${'$'}{line%%$'\t'*} about=${'$'}{line#*$'\t'}
    values+=("$value") shown+=("$value${'$'}{about:+  -- $about}")
  done
  if ((${'$'}#values)); then
    if ((${'$'}#values > 1)) && [[ $values[1] != "${'$'}{(Q)PREFIX}"* ]]; then compstate[insert]= compstate[list]='list force'; fi
    compadd -U -P "$prefix" -l -d shown -a values
  elif ! ((directive & 4)); then
    _files
  fi
}
if [[ $funcstack[1] == _taxops ]]; then
  _taxops "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit; }
  compdef _taxops taxops
fi
`;

const OWN: Readonly<Partial<Record<string, string>>> = { bash: BASH, zsh: ZSH };
