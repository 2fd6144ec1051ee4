// Reports of imports are kept under the names of the domain; what reads them translates to those of the wire.

const NAMES = [
  ...['Status', 'Entries', 'Added', 'Changed', 'Removed', 'Unchanged', 'Kept', 'Chart', 'JournalsAdded'],
  ...['AccountsAdded', 'SubAccountsAdded', 'LabelsChanged', 'Changes', 'Kind', 'EntryId', 'JournalCode'],
  ...['EntryNumber', 'Date', 'Label', 'Debit', 'Fields'],
];

export async function up(trx) {
  // Only a key is a quoted name before a colon: in a text the quotes are escaped.
  const renamed = NAMES.reduce(
    (sql, name) => `replace(${sql}, '"${name}":', '"${name.charAt(0).toLowerCase()}${name.slice(1)}":')`,
    'report::text',
  );
  await trx.raw(`update ledger_import set report = (${renamed})::jsonb`);
}
