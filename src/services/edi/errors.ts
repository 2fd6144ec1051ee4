import { defineErrors } from '../kernel/errors.ts';

export const ediErrors = defineErrors('src/services/edi/errors.tsv', [
  'EdiInvalid',
  'XmlRefused',
  'ContentRefused',
  'NoticeUnreadable',
  'SoapFault',
  'ChannelAnswerUnreadable',
]);
