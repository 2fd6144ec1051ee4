/** Partners of the installation, each opened by a key that its domain owns: the context names no domain. */

export interface Closable {
  close(): Promise<void>;
}

declare const OPENS: unique symbol;

/** The key under which a domain asks for its partners, `T`. */
export interface Port<T extends Closable = Closable> {
  readonly name: string;
  readonly [OPENS]?: T;
}

export const definePort = <T extends Closable>(name: string): Port<T> => ({ name });

/** Opens what a port stands for at the first call. */
export type OpenPort = <T extends Closable>(port: Port<T>) => Promise<T>;
