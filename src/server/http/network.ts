/** The network of an address, by which floods are counted. */
import type { Caller } from "#server/call/caller.ts";
import type { Services } from "#server/services.ts";

/** The network of an address: /24 of IPv4, /48 of IPv6. One address of a carrier may serve thousands of people. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (plain.includes(".")) return plain.split(".").slice(0, 3).join(".");
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) while (groups.length < 3) groups.push("0");
  return groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** The blind index of a caller's network, in hex: counters contain no addresses. */
export const networkIndexOf = ({ keys }: Pick<Services, "keys">, { address }: Pick<Caller, "address">): string =>
  keys.blindIndex("address", networkOf(address) || "unknown");
