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
    const { script } = await import('@bomb.sh/tab');
    if (shell === 'bash') ctx.terminal.print(BARE_BASH);
    script(shell, 'taxops', 'taxops'); // prints by itself; the script asks `taxops complete -- <words>`
    return undefined;
  },
});

/** What the script takes from the package bash-completion, for machines without it. */
const BARE_BASH = `declare -F _get_comp_words_by_ref > /dev/null || _get_comp_words_by_ref() {
  words=("\${COMP_WORDS[@]}")
  cword=$COMP_CWORD
  cur=\${words[cword]}
  prev=\${words[cword - 1]}
}
`;
