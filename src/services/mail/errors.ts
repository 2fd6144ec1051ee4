import { defineErrors } from '../kernel/errors.ts';

/** What can fail when a message is sent. None of it tells more of the server than its name and its code. */
export const mailErrors = defineErrors({
  MailNotConfigured: {
    kind: 'unavailable',
    en: 'Messages cannot be sent: {settings} missing.',
    fr: 'Aucun message ne peut être envoyé : il manque {settings}.',
    hint: {
      en: 'Name the mail server of the firm: TAXOPS_SMTP_HOST and TAXOPS_MAIL_FROM',
      fr: 'Désignez le serveur de messagerie du cabinet : TAXOPS_SMTP_HOST et TAXOPS_MAIL_FROM',
    },
  },
  MailMisconfigured: {
    kind: 'invalid',
    en: 'The settings of the mail server are not valid: {reason}',
    fr: 'Les réglages du serveur de messagerie ne sont pas valables : {reason}',
    hint: { en: 'See them: taxops config explain', fr: 'Voyez-les : taxops config explain' },
  },
  MailTooLarge: {
    kind: 'tooLarge',
    en: 'The attachment has {bytes} bytes; mail servers take {limit}.',
    fr: 'La pièce jointe fait {bytes} octets ; les serveurs de messagerie en acceptent {limit}.',
    hint: {
      en: 'Narrow the dates, ask for a workbook (compressed), or send the address of an export.',
      fr: 'Resserrez les dates, demandez un classeur (compressé), ou envoyez l’adresse d’un export.',
    },
  },
  MailServerUnreachable: {
    kind: 'upstream',
    en: 'The mail server {host} does not answer as it should: {reason}.',
    fr: 'Le serveur de messagerie {host} ne répond pas comme il faut : {reason}.',
    hint: {
      en: 'Nothing was sent. Check TAXOPS_SMTP_HOST, TAXOPS_SMTP_PORT and TAXOPS_SMTP_SECURITY, then try again.',
      fr: 'Rien n’a été envoyé. Vérifiez TAXOPS_SMTP_HOST, TAXOPS_SMTP_PORT et TAXOPS_SMTP_SECURITY, puis réessayez.',
    },
  },
  MailRefused: {
    kind: 'upstream',
    en: 'The mail server {host} refused the message: {reason}.',
    fr: 'Le serveur de messagerie {host} a refusé le message : {reason}.',
    hint: {
      en: 'Nothing was sent. Check the sender, the recipients and the account of the mail server.',
      fr: 'Rien n’a été envoyé. Vérifiez l’expéditeur, les destinataires et le compte du serveur.',
    },
  },
});
