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
    if (shell === 'bash') {
      ctx.terminal.print(BASH);
      return undefined;
    }
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'taxops', 'taxops'); // prints by itself; the script asks `taxops complete -- <words>`
    return undefined;
  },
});

/**
 * For bash alone: that of the library takes the package bash-completion, completes no file names, and drops a folder that
 * is typed by its name. What a value is about stands beside it as long as several fit.
 */
const BASH = String.raw`__taxops_complete() {
  local line value about directive=0 answers=()
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive=${'$'}{line#:}; else answers+=("$line"); fi
  done < <(taxops complete -- "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  COMPREPLY=()
  for line in "${'$'}{answers[@]}"; do
    value=${'$'}{line%%$'\t'*} about=${'$'}{line#*$'\t'}
    if [[ -n $about && ${'$'}{#answers[@]} -gt 1 ]]; then value="$value  ($about)"; fi
    COMPREPLY+=("$value")
  done
  if ((directive & 4)); then compopt +o default; fi
}
complete -o default -F __taxops_complete taxops
`;
