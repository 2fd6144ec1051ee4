/**
 * The only module that loads exceljs, which is seldom published any more: who replaces it replaces this (see
 * docs/decisions/0017-dormant-libraries.md).
 */
export type { Cell, Row, Style, Workbook, Worksheet } from 'exceljs';

/** Loaded where a workbook is read or written: few commands do. */
export const loadExcel = async () => (await import('exceljs')).default;
