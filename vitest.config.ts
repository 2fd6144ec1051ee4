import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: ['test/soak/**'] } },
      { test: { name: 'long', include: ['test/soak/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 120_000 } },
    ],
  },
});
