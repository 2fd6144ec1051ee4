/** The pages on the invented firm: one liasse is filed to a partner of this machine, which rejects it as it stands. */
import { join } from 'node:path';
import { refreshFolder } from '../../services/declarations/refresh.ts';
import { publish } from '../../services/declarations/sending/publish.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { startSimulator } from '../../services/simulators/channels/simulator.ts';
import { serve } from '../operator/serve.ts';
import { callContext, openProgram } from '../program/context.ts';
import { resolveSettings } from '../program/settings.ts';
import type { FirmFolder } from './folders.ts';

/** Longer than the partner takes to answer. */
const ANSWERED_MS = 5_000;

interface Served {
  readonly workspace: string;
  readonly port: number;
  readonly open: boolean;
  /** The folder whose liasse is filed. */
  readonly folder: FirmFolder & { readonly folderId: number };
}

/** Until it is stopped. Throws ListenerRefused, SimulatorRefused. */
export async function serveDemo(ctx: TerminalContext, { workspace, port, open, folder }: Served): Promise<void> {
  const numbersFile = join(workspace, 'simulator', 'numbers.json');
  const partner = await startSimulator({ clock: ctx.clock, isLive: true, numbersFile });
  const { TAXOPS_DATABASE_URL: _, ...env } = { ...ctx.terminal.env, ...partner.settings };
  const settings = await resolveSettings({ home: workspace, lang: ctx.language }, env, workspace);
  const program = openProgram({ ...settings, databaseUrl: { value: undefined, source: 'demo' } });
  const { actor, progress, signal, language, terminal } = ctx;
  const local = { ...callContext(program, { actor, progress, signal, language }), terminal };
  try {
    const [{ EndDate }] = folder.Exercises;
    const wanted = {
      folderId: folder.folderId,
      type: 'Liasse',
      end: EndDate as PlainDate,
      channel: 'ChannelA',
    } as const;
    await publish(local, wanted, false);
    await partner.advance(ANSWERED_MS);
    await refreshFolder(local, folder.folderId, ['ChannelA']);
    await serve.run(local, {
      host: '127.0.0.1',
      port,
      auth: false,
      open,
      allowRemote: false,
      files: [],
      body: undefined,
    });
  } finally {
    await program.close();
    await partner.close();
  }
}
