import { defineErrors } from '../../kernel/errors.ts';

export const sendingErrors = defineErrors('src/services/declarations/sending/errors.tsv', [
  'ValuesMissing',
  'ControlsFailed',
  'TypeNotSendable',
  'NotDeclarable',
  'PieceNotThere',
  'DocumentNotThere',
  'EdiNotThere',
  'DownloadTypeUnknown',
  'PeriodReversed',
  'CellNotThere',
]);
