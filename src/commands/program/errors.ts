import { defineErrors } from '../../services/kernel/errors.ts';

/** Failures of the command line and of the listener themselves; each domain has its own catalogue. */
export const commandErrors = defineErrors('src/commands/program/errors.tsv', [
  'Usage',
  'ConfirmationNeeded',
  'NotConfirmed',
  'SettingInvalid',
  'ConfigurationExists',
  'DatabaseNotPrivate',
  'TooManyRequests',
  'FileNameInvalid',
  'IdempotencyKeyInvalid',
  'IdempotencyKeyReused',
  'IdempotencyKeyRunning',
  'OperationUnknown',
  'CodeUnknown',
  'Internal',
  'NoSuchRoute',
  'MethodNotAllowed',
  'HostUnknown',
  'CrossSiteRefused',
  'BodyNotJson',
  'BodyTooLarge',
  'FormMalformed',
  'MediaTypeUnknown',
  'ListenerRefused',
  'FileMissing',
]);
