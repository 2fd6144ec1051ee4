import { defineErrors } from '../kernel/errors.ts';

/** What can fail when a message is sent. None of it says more of the server than its name and its code. */
export const mailErrors = defineErrors('src/services/mail/errors.tsv', [
  'MailNotConfigured',
  'MailMisconfigured',
  'MailTooLarge',
  'MailServerUnreachable',
  'MailRefused',
]);
