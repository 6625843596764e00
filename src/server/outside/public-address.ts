/**
 * Whether an address is on the public internet. Checked for each address that a name resolves to, on the very
 * connection that is opened: so a name cannot resolve differently for the check and the connection. // Threat H8
 */
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const inner = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  inner.addSubnet(network, prefix, "ipv4");
// In IPv6 only global unicast is public; within it, ranges that embed another address or are reserved for examples are not.
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  inner.addSubnet(network, prefix, "ipv6");

/** Whether an IP address (v4 or v6, without brackets) is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !inner.check(address, "ipv4");
  return kind === 6 && global6.check(address, "ipv6") && !inner.check(address, "ipv6");
}

/** Whether an address is acceptable by its text alone: https, no credentials, and no inner address in place of a name. */
export function isPublicUrl({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host);
}

/** Resolves names for connections; refuses a name if any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), "", 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} leads to an address that is not public.`), "", 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
