/**
 * Where a call may go: configured hosts only, https only, public addresses only. Names are resolved here, and the
 * connection is made to the very addresses that were checked, so that a second answer of the resolver changes nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export const systemResolve: Resolve = (host) => systemLookup(host, { all: true });

export interface AddressRules {
  /** `host` or `host:port`, as in URL.host. */
  readonly hosts: ReadonlySet<string>;
  readonly allowPrivate: boolean;
}

/** Why an address may not be asked; undefined when it may, as far as its text says. */
export function refusal(url: URL, { hosts, allowPrivate }: AddressRules): string | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not an https address';
  if (url.username !== '' || url.password !== '') return 'credentials in an address';
  if (!hosts.has(url.host)) return 'not a configured host';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(literal) !== 0 && isPrivate(literal)) return PRIVATE;
  return undefined;
}

export const PRIVATE = 'a private address';

// IANA special-purpose registries, and the IPv6 forms that carry an IPv4 address.
const RESERVED: readonly (readonly [net: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

// One list per family: a list holds an IPv4 address to be inside `::ffff:0:0/96`.
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix] of RESERVED) {
  const family = net.includes(':') ? 'ipv6' : 'ipv4';
  reserved[family].addSubnet(net, prefix, family);
}

/** Any address that is not a public host of the internet. */
export const isPrivate = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return true;
  return family === 6 ? reserved.ipv6.check(address, 'ipv6') : reserved.ipv4.check(address, 'ipv4');
};

/** A name pointed at an address that may not be asked. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** A lookup for sockets that refuses a name when any of its addresses is private. */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        else if (!allowPrivate && addresses.some(({ address }) => isPrivate(address))) {
          callback(new PrivateAddress('private'), '');
        } else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
