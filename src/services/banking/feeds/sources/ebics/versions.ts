/** Versions of EBICS that a bank speaks (HEV): asked before there are keys, and answered without signature. */
import { childText, readXml, type XmlElement } from '../../../../edi/xml.ts';
import { TaxopsError } from '../../../../kernel/errors.ts';
import type { Context } from '../../../../operation/context.ts';
import { sourceErrors } from '../errors.ts';
import { type SourceOf, versionOf } from '../source.ts';
import { ANSWER_LIMITS, requireCode } from './answer.ts';
import { openLink } from './link.ts';
import { hevMessage } from './messages.ts';

export interface HostVersion {
  /** `H005` */
  readonly protocol: string;
  /** `03.00` */
  readonly release: string;
  /** The source speaks it. */
  readonly isUsed: boolean;
}

/** As the bank lists them. Throws EbicsReturnCode, EbicsAnswerRefused. */
export async function hostVersions(ctx: Context, source: SourceOf<'Ebics'>): Promise<readonly HostVersion[]> {
  const link = await openLink(ctx, source, ctx.signal);
  const bytes = await link.post(hevMessage(source.settings)).finally(() => link.close());
  const root = await readRoot(bytes, source.name);
  const code = root.children.find(({ name }) => name === 'SystemReturnCode');
  const returnCode = (code && childText(code, 'ReturnCode')) ?? '';
  if (root.name !== 'ebicsHEVResponse' || !/^\d{6}$/.test(returnCode))
    throw refused(source.name, 'no list of versions');
  requireCode({ returnCode }, source.name, 'HEV');
  return root.children
    .filter(({ name }) => name === 'VersionNumber')
    .map(({ attributes, text }) => {
      const protocol = (attributes.ProtocolVersion ?? '').slice(0, 10);
      return { protocol, release: text.trim().slice(0, 10), isUsed: protocol === versionOf(source.settings) };
    });
}

async function readRoot(bytes: Uint8Array, source: string): Promise<XmlElement> {
  try {
    return await readXml(bytes, ANSWER_LIMITS);
  } catch (error) {
    throw refused(source, error instanceof TaxopsError ? String(error.params.reason ?? error.code) : 'unreadable');
  }
}

const refused = (source: string, reason: string): TaxopsError => sourceErrors.EbicsAnswerRefused({ source, reason });
