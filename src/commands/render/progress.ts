import ora from 'ora';
import type { DrawnProgress } from '../../services/operation/context.ts';
import type { Output } from '../program/io.ts';

const REDRAW_MS = 100;

/** Draws one line on the terminal: what is being done, how far it is and how fast. */
export function spinner(stderr: Output): DrawnProgress {
  const line = ora({ stream: stderr as NodeJS.WriteStream, discardStdin: false });
  let started = 0;
  let drawn = 0;
  let current = '';
  return {
    stop: () => void line.stop(),
    step: ({ label, done, total }) => {
      const now = performance.now();
      if (label !== current) {
        current = label;
        started = now;
      } else if (now - drawn < REDRAW_MS && done !== total) return;
      drawn = now;
      if (total !== undefined && done >= total) return void line.stop();
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : ` ${done}`;
      const left = total && done > 0 ? ` · ${Math.ceil(((now - started) * (total - done)) / done / 1000)} s` : '';
      line.start(`${label}${share}${left}`);
    },
  };
}
