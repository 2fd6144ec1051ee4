import { main } from './main.ts';

const INTERRUPTED = 130;

/** The only place that ends the process. The first Ctrl-C asks work to stop cleanly, the second one does not ask. */
export async function start(argv: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(INTERRUPTED) : stopping.abort()));
  }
  // A reader that closes the pipe (`| head`) has what it wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { env, stdin, stdout, stderr } = process;
  const exitCode = await main({ argv, env, cwd: process.cwd(), stdin, stdout, stderr, signal: stopping.signal });
  process.exitCode = stopping.signal.aborted && exitCode === 1 ? INTERRUPTED : exitCode;
}
