import { defineErrors } from '../../kernel/errors.ts';

export const sendingErrors = defineErrors('src/services/declarations/sending/errors.tsv', [
  'ValuesMissing',
  'TypeNotSendable',
  'NotDeclarable',
  'PieceNotThere',
  'DocumentNotThere',
  'EdiNotThere',
  'DownloadTypeUnknown',
  'PeriodReversed',
  'CellNotThere',
  'FormsReadOnly',
]);
