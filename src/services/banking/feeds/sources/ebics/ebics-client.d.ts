/** The parts of ebics-client that are used; it ships no types. */
declare module 'ebics-client' {
  export interface EbicsOrder {
    readonly version: 'h004';
    readonly operation: 'ini' | 'download';
    readonly orderDetails: Readonly<Record<string, unknown>>;
    /** Set, the receipt of this transaction is meant. */
    readonly transactionId?: string;
  }

  export class Client {
    constructor(options: Readonly<Record<string, unknown>>);
    keys(): Promise<unknown>;
    /** The signed message of an order, as XML. */
    signOrder(order: EbicsOrder): Promise<string>;
  }

  const library: { readonly Client: typeof Client; readonly Orders: { readonly HPB: EbicsOrder } };
  export default library;
}

declare module 'ebics-client/lib/keymanagers/Keys.js' {
  /** Made of PEM texts by the names of the keys. */
  export default class Keys {
    constructor(pem: Readonly<Record<string, string | undefined>>);
    x(): unknown;
  }
}

declare module 'ebics-client/lib/orders/H004/signer.js' {
  const signer: { sign(xml: string, authenticationKey: unknown): string };
  export default signer;
}
