import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail on the way from a source of statement files. */
export const sourceErrors = defineErrors('src/services/banking/feeds/sources/errors.tsv', [
  'SourceUnknown',
  'SourceExists',
  'SourceShelfIsInbox',
  'SourceKindWrong',
  'SourceIncomplete',
  'SourceUnreachable',
  'SourceRefused',
  'SourceAccessDenied',
  'SourceHostKeyChanged',
  'SourceFileTooLarge',
  'SourceFileChanged',
  'SourceFileLeftOut',
  'EbicsAnswerRefused',
  'EbicsReturnCode',
  'EbicsKeysExist',
  'EbicsHashWrong',
]);
