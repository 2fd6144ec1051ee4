import { definePage } from './page.ts';
import { Form } from './parts/form.tsx';
import { Listing } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

export const account = definePage({
  path: '/account',
  title: 'account',
  operations: ['session.list', 'session.revoke', 'session.update'],
  render: async ({ call, session, language }) => {
    const sessions = await call('session.list');
    const { id, language: Language, theme: Theme } = session;
    return {
      body: (
        <>
          <h2>{wordsOf.choices[language]}</h2>
          <Form
            run="session.update"
            fixed={{ sessionId: id }}
            ask={['Language', 'Theme']}
            held={{ Language, Theme }}
            button={wordsOf.keep[language]}
          />
          <h2>{wordsOf.sessions[language]}</h2>
          <Listing
            of={sessions}
            columns={['Browser', 'OpenedAt', 'SeenAt']}
            actions={({ Id }) =>
              Id === id ? (
                wordsOf.thisSession[language]
              ) : (
                <Form run="session.revoke" fixed={{ sessionId: Id }} button={wordsOf.end[language]} />
              )
            }
          />
          <form method="post" action="/logout">
            <button type="submit">{wordsOf.logout[language]}</button>
          </form>
        </>
      ),
    };
  },
});
