/** `firm.json`: the firm and its folders as the demo creates them, with the files of each. */
import type { Address, Folder } from './folder.ts';
import { siren, siret } from './identity.ts';
import { assetFile, bankFolder, fecName } from './names.ts';

export const FIRM_NAME = 'Cabinet Hêtrevoye';

const FIRM_SIREN = siren('99840217');
const ADDRESS: Address = { Street: '14 place des Trois Hêtres', PostCode: '69003', Town: 'Lyon' };

export const firm = (folders: readonly Folder[]) => ({
  Name: FIRM_NAME,
  Siren: FIRM_SIREN,
  Siret: siret(FIRM_SIREN, '0001'),
  ...ADDRESS,
  Folders: folders.map(folderJson),
});

function folderJson(folder: Folder) {
  const { identity, exercise, banks, files } = folder;
  const paths = (format: string) =>
    files.filter((file) => file.format === format).map(({ name }) => `${bankFolder(folder)}/${name}`);
  return {
    Name: identity.name,
    Siren: identity.siren,
    Siret: identity.siret,
    ...identity.address,
    LegalForm: identity.legalForm,
    Department: identity.department,
    Naf: identity.naf,
    TaxRegime: identity.taxRegime,
    TaxReturn: identity.taxReturn,
    VatSystem: identity.vatSystem,
    VatExigibility: identity.vatExigibility,
    ...(identity.advancePaymentMode && { AdvancePaymentMode: identity.advancePaymentMode }),
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
