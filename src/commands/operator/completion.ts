import * as z from 'zod';
import { defineCommand } from '../../services/operation/operation.ts';

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
  run: async (_ctx, { shell }) => {
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'taxops', 'taxops'); // prints by itself; the script asks `taxops complete -- <words>`
    return undefined;
  },
});
