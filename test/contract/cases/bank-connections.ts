/** Cases of accounts, connections, banks and clients: accounts 1 to 3 of folder 2 come from the bank cases. */
import { ibanFromRib } from '../../../src/services/banking/accounts/iban.ts';
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BANK, BY_PROVIDER, FIRM } from '../seeds.ts';

const ibanOf = (account: string): string => ibanFromRib('98765', '00042', account) ?? '';
const taken = ibanOf('00000000099'); // of account 1

const folder = { enterpriseId: 2 };
const missing = 999;
const first = { ...folder, bankAccountId: 1 };
const second = { ...folder, accountId: 2 };
const nowhere = { ...folder, accountId: missing };
const details = { Iban: ibanOf('00000000077'), Bic: 'gammfrpp', Name: 'Compte', BankName: 'Banque' };
const connection = { Status: 'Ok', SourceId: '187741', BankId: 1, Provider: 'ManualEbics', SourceStatus: '0' };
const person = { Email: 'gerant@example.test' };
const unknown = { ...folder, bankConnectionId: missing };
const access = { EnterpriseId: 2, Login: 'cabinet', Password: 'secret', FluxType: 'BankAccount' };
const client = { Name: 'ALPHA', Siren: '999999998', EnterpriseId: 1, ClientConnectionId: 1 };

const good: readonly GoodCase[] = [
  ['bank.account.show', { params: first }],
  ['bank.account.details', { params: first }],
  ['bank.account.set-description', { params: second, body: { Description: 'Caisse du magasin' } }],
  ['bank.account.set-iban', { params: second, body: { Iban: ibanOf('00000000088') } }],
  ['bank.account.set-bic', { params: second, body: { Bic: 'gammfrpp' } }],
  ['bank.account.set-bic', { params: second, body: { Bic: null } }],
  ['bank.account.set-bic', { params: second, body: { Bic: '' } }],
  ['bank.account.link', { params: { ...second, sourceAccountId: 5001, provider: 'AggregatorA' } }],
  ['bank.account.details', { params: { ...folder, bankAccountId: 2 } }],
  ['bank.account.create-channel-b', { params: folder, body: { Iban: ibanOf('00000000066'), Bank: 'Banque' } }],
  ['bank.account.save', { params: { ...folder, accountId: 0 }, body: details }],
  ['bank.account.save', { params: second, body: { ...details, Iban: ibanOf('00000000088') } }],
  [
    'bank.account.save',
    { params: second, body: { ...details, Iban: ibanOf('00000000088'), Description: 'Caisse du magasin' } },
  ],
  ['bank.account.details', { params: { ...folder, bankAccountId: 2 } }],
  ['bank.bank.list', { params: { provider: 'ManualEbics' } }],
  ['bank.connection.save', { params: folder, body: connection }],
  ['bank.connection.save', { params: folder, body: { ...connection, Status: 'Ko', SourceStatus: '402' } }],
  ['bank.connection.list', { params: folder }],
  ['bank.connection.by-provider', { params: { ...folder, provider: 'ManualEbics' } }],
  ['bank.connection.rename', { params: { ...folder, bankConnectionId: 1 }, body: { Name: 'Gamma' } }],
  ['bank.connection.save', { params: folder, body: { ...connection, SourceId: 'other' } }],
  ['bank.connection.rename', { params: { ...folder, bankConnectionId: 900 }, body: { Name: 'Alpha' } }],
  ['bank.account.show', { params: { ...folder, bankAccountId: 3 } }],
  ['bank.account.details', { params: { ...folder, bankAccountId: 3 } }],
  ['bank.connection.delete', { params: { ...folder, bankConnectionId: 2 } }],
  ['bank.connection.callback', { params: { user_uuid: 'nobody', item_id: '1', success: true, step: 'sync_success' } }],
  ['bank.connection.callback', { params: { step: 'cgs' } }],
  ['bank.connection.callback', { params: { user_uuid: 'nobody', item_id: '9223372036854775807', success: true } }],
  ['bank.client-connection.create', { params: folder, body: access }],
  ['bank.client-connection.create', { params: folder, body: { EnterpriseId: 2, Login: null, FluxType: null } }],
  ['bank.client-connection.create', { params: folder, body: { ...access, StartSynchronizationDate: '2024-01-01' } }],
  [
    'bank.client.create',
    { body: { ...client, Siren: '998120406', Nic: '00017', AccountingFirmExternalId: 'F-1', ExternalId: 'C-1' } },
  ],
  ['bank.client.create', { body: { ClientConnectionId: 2 } }],
  ['bank.client-connection.list', { params: folder }],
];

const bad: readonly BadCase[] = [
  ['bank.account.show', 'BankAccountNotFound', { params: { ...folder, bankAccountId: missing } }],
  ['bank.account.show', 'BankAccountNotFound', { params: { enterpriseId: 1, bankAccountId: 1 } }],
  ['bank.account.details', 'BankAccountNotFound', { params: { ...folder, bankAccountId: missing } }],
  ['bank.account.set-description', 'BankAccountNotFound', { params: nowhere, body: { Description: 'x' } }],
  [
    'bank.account.set-description',
    'BankAccountNotFound',
    { params: { enterpriseId: 1, accountId: 2 }, body: { Description: null } },
  ],
  ['bank.account.set-description', 'InvalidInput', { params: second, body: {} }],
  ['bank.account.set-description', 'InvalidInput', { params: second, body: { Description: 'x'.repeat(1001) } }],
  ['bank.account.set-description', 'InvalidInput', { params: second, body: { Description: 'a\0b' } }],
  ['bank.account.set-iban', 'BankAccountNotFound', { params: nowhere, body: { Iban: taken } }],
  ['bank.account.set-iban', 'IbanInvalid', { params: second, body: { Iban: 'FR7698765000420001234567896' } }],
  ['bank.account.set-iban', 'InvalidInput', { params: second, body: { Iban: '9'.repeat(100_000) } }],
  ['bank.account.set-iban', 'InvalidInput', { params: second, body: {} }],
  ['bank.account.set-iban', 'BankAccountExists', { params: second, body: { Iban: taken } }],
  ['bank.account.set-bic', 'BankAccountNotFound', { params: nowhere, body: { Bic: 'GAMMFRPP' } }],
  ['bank.account.set-bic', 'InvalidInput', { params: second, body: {} }],
  ['bank.account.set-bic', 'BicInvalid', { params: second, body: { Bic: 'GAMM' } }],
  ['bank.account.link', 'BankAccountNotFound', { params: { ...nowhere, sourceAccountId: 1, provider: 'AggregatorA' } }],
  [
    'bank.account.link',
    'SourceAccountTaken',
    { params: { ...folder, accountId: 1, sourceAccountId: 3, provider: 'ManualEbics' } },
  ],
  ['bank.account.create-channel-b', 'IbanInvalid', { params: folder, body: { Iban: 'FR00', Bank: 'B' } }],
  ['bank.account.create-channel-b', 'BankAccountExists', { params: folder, body: { Iban: taken, Bank: 'B' } }],
  ['bank.account.save', 'BankAccountNotFound', { params: nowhere, body: details }],
  ['bank.account.save', 'IbanInvalid', { params: second, body: { ...details, Iban: 'FR00' } }],
  ['bank.account.save', 'BicInvalid', { params: second, body: { ...details, Bic: 'FR00' } }],
  ['bank.account.save', 'BankAccountExists', { params: second, body: { ...details, Iban: taken } }],
  ['bank.connection.save', 'BankNotFound', { params: folder, body: { ...connection, BankId: missing } }],
  ['bank.connection.save', 'BankNotFound', { params: folder, body: { ...connection, Provider: 'AggregatorA' } }],
  ['bank.connection.save', 'InvalidInput', { params: folder, body: { ...connection, Status: 'Fine' } }],
  ['bank.connection.rename', 'BankConnectionNotFound', { params: unknown, body: { Name: 'x' } }],
  [
    'bank.connection.rename',
    'BankConnectionNotFound',
    { params: { enterpriseId: 1, bankConnectionId: 1 }, body: { Name: 'x' } },
  ],
  ['bank.connection.delete', 'BankConnectionNotFound', { params: unknown }],
  ['bank.connection.delete', 'BankConnectionNotFound', { params: { ...folder, bankConnectionId: 2 } }],
  ['bank.client.create', 'ClientConnectionNotFound', { body: { ...client, ClientConnectionId: missing } }],
  ['bank.client.create', 'FolderNotFound', { body: { ...client, EnterpriseId: missing } }],
  ['bank.client.create', 'SirenInvalid', { body: { ...client, Siren: '999999990' } }],
  ['bank.client.create', 'SiretInvalid', { body: { ...client, Nic: '00010' } }],
  ['bank.client-connection.create', 'EnterpriseMismatch', { params: folder, body: { ...access, EnterpriseId: 1 } }],
  ['bank.client-connection.create', 'InvalidInput', { params: folder, body: { ...access, Password: 'x'.repeat(501) } }],
  ['bank.connection.callback', 'InvalidInput', { params: { step: 'sync_success', item_id: '12x' } }],
  ['bank.connection.callback', 'InvalidInput', { params: { item_id: '9223372036854775808' } }],
  ['bank.connection.push', 'ProviderByHand', { params: { provider: 'None' }, body: { Text: '{}', Headers: {} } }],
  [
    'bank.connection.push',
    'ProviderNotConfigured',
    { params: { provider: 'AggregatorA' }, body: { Text: '{}', Headers: {} } },
  ],
  ['bank.connection.open', 'ProviderByHand', { params: folder, body: { ...person, Provider: 'ManualEbics' } }],
  ['bank.connection.open', 'ProviderNotConfigured', { params: folder, body: person }],
  [
    'bank.connection.open',
    'BankConnectionNotFound',
    { params: folder, body: { ...person, BankConnectionId: missing } },
  ],
  ['bank.connection.open', 'InvalidInput', { params: folder, body: { Email: 'nobody' } }],
  ['bank.bank.refresh', 'ProviderByHand', { params: { provider: 'None' } }],
  ['bank.bank.refresh', 'ProviderNotConfigured', { params: { provider: 'AggregatorA' } }],
];

/** What needs a provider is proved where one is simulated. */
const CALLBACK = 'test/services/banking/feeds/connections/callback.test.ts';
const goodElsewhere: Area['goodElsewhere'] = {
  'bank.connection.open': [
    { params: folder, body: person },
    CALLBACK,
    'gives the page, and that of a connection to be renewed',
  ],
  'bank.connection.push': [
    { params: { provider: 'AggregatorA' }, body: { Text: '{}', Headers: {} } },
    'test/services/banking/feeds/connections/push.test.ts',
    'is stored once, and followed by asking the provider',
  ],
  'bank.bank.refresh': [
    { params: { provider: 'AggregatorA' } },
    CALLBACK,
    'takes over the banks, renames and delists them',
  ],
};

const provedElsewhere: Area['provedElsewhere'] = {
  'bank.connection.push PushRefused': [
    'test/services/banking/feeds/connections/push.test.ts',
    'that is not signed, or of a provider that sends none, is refused',
  ],
};

export const bankConnections: Area = {
  operations: [
    ...['show', 'details', 'link', 'save', 'create-channel-b'].map((verb) => `bank.account.${verb}`),
    ...['set-description', 'set-iban', 'set-bic'].map((verb) => `bank.account.${verb}`),
    ...['bank.bank', 'bank.connection', 'bank.client', 'bank.client-connection'],
  ],
  seed: [...FIRM, ...BANK],
  stored: BY_PROVIDER,
  good,
  bad,
  goodElsewhere,
  provedElsewhere,
  neverFilled: {
    'bank.bank.list [].DomainErrors[]': 'a bank has no rule to break',
    'bank.bank.list [].DomainEvents[]': 'nothing happens to a bank in a folder',
    'bank.connection.rename Accounts[].DomainErrors[]': 'an account has no rule to break',
    'bank.connection.rename Accounts[].DeletedAt': 'what is deleted is not answered',
    'bank.connection.rename DeletedAt': 'what is deleted is not answered',
  },
};
