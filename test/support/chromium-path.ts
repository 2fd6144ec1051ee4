/** The Chromium of the system, which nothing downloads; undefined where there is none. */
import { existsSync } from 'node:fs';

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
