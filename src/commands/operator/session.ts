import { connect } from 'node:net';
import * as z from 'zod';
import {
  endSession,
  everySession,
  keepChoices,
  listSessions,
  makeLink,
  revokeSession,
  type WebSession,
} from '../../services/identity/web-sessions.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import { actorName } from '../../services/operation/actor.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { maybe, moment, text, uuid } from '../operation/outputs.ts';
import { computed, fields } from '../operation/wire.ts';
import { linkTo } from './serve.ts';

const Session = z.object({
  Id: uuid('Session'),
  Who: computed(text('Qui'), ({ actor }: WebSession) => actorName(actor)),
  Browser: text('Navigateur'),
  OpenedAt: moment('Ouverte'),
  SeenAt: moment('Vue'),
  Language: maybe(text('Langue')),
  Theme: maybe(text('Thème')),
});

export const sessionList = defineOperation({
  id: 'session.list',
  summary: { en: 'List one’s sessions in browsers', fr: 'Lister ses sessions de navigateur' },
  description: 'Those of who asks; on the command line, those of this machine.',
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: '/api/operator/sessions' },
  cli: { examples: ['taxops session list'] },
  output: z.array(Session),
  columns: ['Id', 'Who', 'Browser', 'OpenedAt', 'SeenAt'],
  run: listSessions,
});

export const sessionRevoke = defineOperation({
  id: 'session.revoke',
  summary: { en: 'End a session in a browser', fr: 'Clore une session de navigateur' },
  policy: { right: 'read', of: 'visible' },
  audited: true,
  http: { method: 'DELETE', path: '/api/operator/sessions/{sessionId}', status: 204 },
  cli: {
    args: ['sessionId'],
    examples: ['taxops session revoke 0192f0c4-6a52-7cc1-9d4b-2f1c0c8a7f11'],
  },
  params: z.object({ sessionId: z.uuid() }),
  output: z.undefined(),
  errors: ['SessionUnknown'],
  run: (ctx, { sessionId }) => revokeSession(ctx, sessionId),
});

export const sessionUpdate = defineOperation({
  id: 'session.update',
  summary: { en: 'Choose the language and the theme of a session', fr: 'Choisir la langue et le thème d’une session' },
  description: 'Null: as the browser asks.',
  policy: { right: 'read', of: 'visible' },
  audited: true,
  http: { method: 'PUT', path: '/api/operator/sessions/{sessionId}', status: 204 },
  cli: {
    args: ['sessionId'],
    examples: ['taxops session update 0192f0c4-6a52-7cc1-9d4b-2f1c0c8a7f11 --language fr --theme dark'],
  },
  params: z.object({ sessionId: z.uuid() }),
  body: fields({
    Language: z.enum(['en', 'fr']).nullable().default(null),
    Theme: z.enum(['light', 'dark']).nullable().default(null),
  }),
  output: z.undefined(),
  errors: ['SessionUnknown'],
  run: (ctx, { sessionId, body }) => keepChoices(ctx, sessionId, body),
});

export const everySessionList = defineOperation({
  id: 'operator.session.list',
  summary: { en: 'List the sessions of everybody in browsers', fr: 'Lister les sessions de navigateur de tous' },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/all-sessions' },
  audited: false,
  cli: { path: ['session', 'all'], examples: ['taxops session all'] },
  output: z.array(Session),
  columns: ['Id', 'Who', 'Browser', 'OpenedAt', 'SeenAt'],
  run: everySession,
});

export const anySessionRevoke = defineOperation({
  id: 'operator.session.revoke',
  summary: { en: 'End a session of anybody', fr: 'Clore la session de quiconque' },
  description: 'The person may log in again: `token revoke` refuses the tokens that they have.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'DELETE', path: '/api/operator/all-sessions/{sessionId}', status: 204 },
  cli: {
    path: ['session', 'end'],
    args: ['sessionId'],
    examples: ['taxops session end 0192f0c4-6a52-7cc1-9d4b-2f1c0c8a7f11'],
  },
  params: z.object({ sessionId: z.uuid() }),
  output: z.undefined(),
  errors: ['SessionUnknown'],
  run: (ctx, { sessionId }) => endSession(ctx, sessionId),
});

export const serveLink = defineCommand({
  id: 'operator.serve.link',
  summary: { en: 'Make a link that opens the pages once', fr: 'Faire un lien qui ouvre les pages une fois' },
  description: 'For a listener of this machine that runs with --no-auth; the link works for ten minutes.',
  cli: { path: ['serve', 'link'], examples: ['taxops serve link', 'taxops serve link --port 8080'] },
  query: z.object({
    port: z.int().min(1).max(65_535).default(8787).describe('Port of the listener'),
  }),
  output: z.object({ Link: text('Lien') }),
  view: ({ Link }) => [{ kind: 'text', text: Link }],
  audited: true,
  run: async (ctx, { port }) => {
    const link = linkTo(`http://127.0.0.1:${port}`, await makeLink(ctx));
    if (!(await isListened(port))) ctx.terminal.note(NOBODY_LISTENS[ctx.language]);
    return { link };
  },
});

const NOBODY_LISTENS: Labels = {
  en: 'Nothing listens on that port now: taxops serve --no-auth begins, and --port says the one that it has.',
  fr: 'Rien n’écoute sur ce port : taxops serve --no-auth commence, et --port dit le sien.',
};

const isListened = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect({ port, host: '127.0.0.1' })
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('connect', () => socket.destroy());
  });
