/** Everything the database layer may know of its surroundings, as one value. */
export interface DatabaseSettings {
  /** Absolute path of the program's data folder; the private server lives in its `db` folder. */
  readonly home: string;
  /** PostgreSQL 15 or later to use instead of the private server. */
  readonly url?: string | undefined;
  /** The same database without a pooler in between: session locks use it. Default: `url`. */
  readonly directUrl?: string | undefined;
  /** Absolute path of the folder of numbered migration files. */
  readonly migrations: string;
  /**
   * What `openDatabase` does when the schema is behind: apply the migrations, refuse, or not even look.
   * Default: `apply` on the private server, `check` on a server given by `url`.
   */
  readonly schema?: 'apply' | 'check' | 'ignore' | undefined;
  /** Folder of PostgreSQL programs for the private server, instead of the packaged or installed ones. */
  readonly binaries?: string | undefined;
  /** Leave the private server running when its last client leaves. */
  readonly keepAlive?: boolean | undefined;
  /** Longest a statement may run, in milliseconds; 0 or absent is no limit. */
  readonly statementTimeoutMs?: number | undefined;
  /** Longest a transaction may sit idle, in milliseconds; 0 or absent is no limit. */
  readonly idleTransactionTimeoutMs?: number | undefined;
  /** Longest wait for the server to come up or answer, in milliseconds. Default 30 000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Most connections this process opens. Default 8. */
  readonly poolSize?: number | undefined;
}

export const connectTimeoutMs = (settings: DatabaseSettings): number => settings.connectTimeoutMs ?? 30_000;
