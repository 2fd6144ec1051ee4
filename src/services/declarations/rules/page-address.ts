/** Addresses of the pages of ChannelA (A6). */
import { declarationErrors } from '../errors.ts';
import { readMember, URL_TYPES, type UrlType } from './enumerations.ts';

const PAGES: Readonly<Record<UrlType, string>> = { MesDeclarations: 'declarations', ChoixDeclaration: 'choix' };

/** `urlType` as received: a name whatever its case, or its position. Absent means MesDeclarations. */
export function readUrlType(input: string | number | undefined): UrlType {
  if (input === undefined) return 'MesDeclarations';
  const urlType = readMember(URL_TYPES, input);
  if (!urlType) throw declarationErrors.UrlTypeUnknown({ urlType: input });
  return urlType;
}

/** `base` comes from configuration, `siren` is nine digits. */
export const pageAddress = (base: string, siren: string, urlType: UrlType): string =>
  `${base.replace(/\/+$/, '')}/${PAGES[urlType]}/${siren}`;
