/** `firm.json`: the firm and its folders as the demo creates them, with the files of each. */
import type { Folder } from './folder.ts';
import { assetFile, bankFolder, fecName } from './names.ts';

export const FIRM_NAME = 'Cabinet Hêtrevoye';

export const firm = (folders: readonly Folder[]) => ({ Name: FIRM_NAME, Folders: folders.map(folderJson) });

function folderJson(folder: Folder) {
  const { identity, exercise, banks, files } = folder;
  const paths = (format: string) =>
    files.filter((file) => file.format === format).map(({ name }) => `${bankFolder(folder)}/${name}`);
  return {
    Name: identity.name,
    Siren: identity.siren,
    Siret: identity.siret,
    LegalForm: identity.legalForm,
    Department: identity.department,
    Naf: identity.naf,
    TaxRegime: identity.taxRegime,
    TaxReturn: identity.taxReturn,
    VatSystem: identity.vatSystem,
    VatExigibility: identity.vatExigibility,
    Exercises: [{ StartDate: exercise.start, EndDate: exercise.end }],
    BankAccounts: banks.map(({ iban, terms }) => ({
      Name: terms.name,
      Iban: iban,
      Bic: terms.bic,
      BankName: terms.bankName,
      CurrencyCode: 'EUR',
      Account: terms.account,
    })),
    Files: {
      Fec: fecName(folder),
      Assets: assetFile(folder),
      Cfonb120: paths('CFONB120'),
      Cfonb240: paths('CFONB240'),
    },
  };
}
