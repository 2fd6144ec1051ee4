import type { FilingIdentity } from './channel.ts';

/** Made of our own values only, letters, digits, dots and hyphens; the reference keeps two filings apart. */
export const filingFileName = ({ siren, form, end, reference }: FilingIdentity, extension: string): string =>
  `${[siren, form, end, reference].map((part) => part.replace(/[^A-Za-z0-9-]/g, '')).join('_')}.${extension}`;
