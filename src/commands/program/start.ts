import { INTERRUPTED, isCompletion, main } from './main.ts';

/** As for `--output`. */
const UNWRITABLE = 2;
const DISK_FULL = 7;
const LAST_WORDS_MS = 500;

/** The only place that ends the process. The first Ctrl-C asks work to stop cleanly, the second one does not ask. */
export async function start(argv: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(INTERRUPTED) : stopping.abort()));
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0); // a reader that closes the pipe (`| head`) has what it wanted
    process.stderr.write(`taxops: standard output cannot be written: ${error.code ?? error.message}\n`);
    process.exit(error.code === 'ENOSPC' ? DISK_FULL : UNWRITABLE);
  });
  const { env, stdout, stderr } = process;
  const exitCode = await main({
    argv,
    env,
    cwd: process.cwd(),
    // Node makes the stream when it is first asked for, which takes milliseconds that few commands need.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    signal: stopping.signal,
  });
  // A shell waits for the end, not for the database that did not answer in time.
  if (isCompletion(argv)) process.exit(exitCode);
  process.exitCode = stopping.signal.aborted && exitCode === 1 ? INTERRUPTED : exitCode;
  // What was asked to stop stops, even when work that nobody waits for any more (a call to a partner) is still open.
  if (stopping.signal.aborted) setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}
