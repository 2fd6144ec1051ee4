import { expect, it } from 'vitest';
import { answerToWire } from '../../../src/commands/operation/wire.ts';
import { vatDiagnosticPoll } from '../../../src/commands/vat/diagnostic/diagnostic.ts';

it('what a poll took of ChannelB stands under its own names', () => {
  const taken = {
    numero: '0000004202',
    numeroAds: '0000004201',
    accuseCodeRetour: '05',
    codeRejetApplicatif: '048',
    libelleRejetApplicatif: 'Période déjà déclarée',
    processedSuccessfully: false,
    processError: 'Unknown',
  };
  const poll = { folderId: 1, companyId: 2, typeAccuse: 'Ars', listeCodeRetour: '00', itemsFound: 1, items: [taken] };
  expect(answerToWire(vatDiagnosticPoll.output, poll, 'en')).toEqual({
    AccountingFolderId: 1,
    CompanyId: 2,
    TypeAccuse: 'Ars',
    ListeCodeRetour: '00',
    ItemsFound: 1,
    Items: [
      {
        Numero: '0000004202',
        NumeroADS: '0000004201',
        AccuseCodeRetour: '05',
        CodeRejetApplicatif: '048',
        LibelleRejetApplicatif: 'Période déjà déclarée',
        ProcessedSuccessfully: false,
        ProcessError: 'Unknown',
      },
    ],
  });
});
