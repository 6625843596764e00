/**
 * Recognises a browser by a cookie that we signed. Its label `deviceToken` comes from the client, appears in logs and
 * analytics, and grants nothing. Other tables say which accounts and numbers know a device, by the index made here.
 * // Spec account 14.12, threat I5
 */
import type { Services } from "#server/services.ts";

type Keys = Pick<Services, "keys">;
const purpose = "known-device";
/** A browser that was not used for a year is unknown again, like its rows. */
export const knownDeviceSeconds = 365 * 86_400;

export interface KnownDevice {
  /** The cookie's value: 128 random bits, and the installation's MAC over them. */
  cookie: string;
  /** The blind index by which tables know it. */
  index: string;
}

const deviceOf = ({ keys }: Keys, id: string, mac: string): KnownDevice => ({
  cookie: `${id}.${mac}`,
  // It cannot equal a label, because labels contain no colon.
  index: keys.blindIndex("device", `${purpose}:${id}`),
});

/** The device of these 16 bytes: random, except for the sandbox's invented people and for tests. */
export function deviceFrom(services: Keys, bytes: Buffer): KnownDevice {
  const id = bytes.toString("base64url");
  return deviceOf(services, id, services.keys.mac(purpose, id));
}

export const newDevice = (services: Pick<Services, "keys" | "random">): KnownDevice =>
  deviceFrom(services, services.random.bytes(16));

/** The device of a cookie; null when we did not sign it. */
export function deviceOfCookie(services: Keys, cookie: string): KnownDevice | null {
  const [, id, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
  return id && mac && services.keys.isMac(mac, purpose, id) ? deviceOf(services, id, mac) : null;
}

/** A label for a browser that has none: the time, as the spec asks, and 64 random bits, so that none is guessed from a clock. // Threat I5 */
export const newDeviceLabel = ({ clock, random }: Pick<Services, "clock" | "random">): string =>
  `fake-${clock.realNow().getTime()}-${random.bytes(8).toString("hex")}`;
