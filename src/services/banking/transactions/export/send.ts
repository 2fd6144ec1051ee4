/** An export sent by mail, as its attachment. */
import { withSpooled } from '../../../documents/spool.ts';
import { type Mail, sendMail } from '../../../mail/send.ts';
import { mailSettings } from '../../../mail/settings.ts';
import type { Context } from '../../../operation/context.ts';
import { type ExportFormat, type ExportRequest, exportDraft } from './export.ts';

/**
 * Returns the identifier of the message. Throws what `exportDraft` and `sendMail` throw; what is wrong with the settings
 * of mail is reported before the export is written.
 */
export async function sendExport(
  ctx: Context,
  request: ExportRequest,
  format: ExportFormat,
  mail: Omit<Mail, 'attachment'>,
): Promise<string> {
  const { fileName, contentType, content } = await exportDraft(ctx, request, format);
  mailSettings(ctx.settings);
  return withSpooled(content, (file) => sendMail(ctx, { ...mail, attachment: { ...file, fileName, contentType } }));
}
