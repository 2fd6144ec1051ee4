/** Checks of who a firm or a folder is, before it is stored. */
import { folderErrors } from './errors.ts';
import { isSiren, isSiret } from './siren.ts';

interface Identity {
  readonly siren?: string | null | undefined;
  readonly siret?: string | null | undefined;
  readonly country?: string | null | undefined;
}

/** Throws SirenInvalid, SiretInvalid, CountryUnknown. */
export function checkIdentity({ siren, siret, country }: Identity): void {
  if (siren && !isSiren(siren)) throw folderErrors.SirenInvalid({ siren });
  if (siret && (!isSiret(siret) || (siren && !siret.startsWith(siren)))) {
    throw folderErrors.SiretInvalid({ siret, siren: siren ?? siret.slice(0, 9) });
  }
  if (country && !isCountry(country)) throw folderErrors.CountryUnknown({ country });
}

/** A SIRET begins with the SIREN: who gives the one alone has given both. */
export const withSiren = <T extends Identity>(known: T): T =>
  known.siret && !known.siren ? { ...known, siren: known.siret.slice(0, 9) } : known;

/** An ISO 3166 code in capitals; a former or unofficial one (UK) is none. */
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code && regions().of(code) !== undefined;

let names: Intl.DisplayNames | undefined;

/** Made when it is first needed: it costs more than any other step of a start. */
function regions(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return names;
}
