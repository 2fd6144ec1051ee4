/** Modules that other folders use and no test imports: whoever proves one takes its line out. */
export const OWED_MODULES: readonly string[] = [
  'src/services/banking/feeds/sources/sftp/connection.ts',
  'src/services/banking/feeds/sources/sftp/session.ts',
  'src/services/db/embedded/lease.ts',
  'src/services/db/embedded/private-server.ts',
];
