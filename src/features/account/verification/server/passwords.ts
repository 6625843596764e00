/** Passwords that are tried: counted by number like codes, and those of strangers by network and over all. */
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { maxTries } from "../contract.ts";
import type { Asker } from "./asker.ts";
import { clearLane, countLaneTry, laneLock, rememberVerifiedDevice } from "./counters.ts";
import { countGuess, countPassword, countRightPassword, isPasswordGuessed } from "./guesses.ts";
import { numberIndexOf } from "./numbers.ts";
import { smsLaneOf, openLane } from "./sending.ts";

/** Wrong tries of a password, counted like codes: by number, a known device apart from strangers; and of strangers by network and over all. */
export interface PasswordTries {
  /** Whether the next try needs a captcha. Never on a known device. */
  needsCaptcha(): Promise<boolean>;
  /**
   * Counts before the comparison; returns how many are left.
   * @throws Refusal CAPTCHA_NEEDED when concurrent tries used up the number allowed without one; the refusal that
   * `locked` makes from the seconds of the lane's lock
   */
  count(hasCaptcha: boolean, locked: (retryInSeconds: number) => Refusal): Promise<number>;
  /** The password was wrong: it counts like a wrong code in what stops guessing at many numbers. // Threat I9 */
  failed(): Promise<void>;
  /** The password was right: unlocks the lane again, and makes the device known to the number. */
  passed(device: string): Promise<void>;
}

/** The limits on wrong passwords for this number, device and network. */
export async function passwordTries(
  services: Services,
  asker: Pick<Asker, "deviceIndex" | "networkIndex">,
  mobileNumber: string,
): Promise<PasswordTries> {
  const { database } = services;
  const numberIndex = numberIndexOf(services, mobileNumber);
  const owner = await smsLaneOf(database, { borrowerId: null, deviceIndex: asker.deviceIndex }, numberIndex);
  const lane = `password:${owner}`;
  const isStranger = owner === openLane;
  return {
    needsCaptcha: async () => isStranger && (await isPasswordGuessed(services, database, asker.networkIndex)),
    failed: async () => {
      if (isStranger) await countGuess(services, database, asker.networkIndex, "wrong");
    },
    async count(hasCaptcha, locked) {
      const now = services.clock.now();
      const counted = await countLaneTry(database, numberIndex, lane, now);
      if (counted) {
        const isFree = !isStranger || (await countPassword(services, database, asker.networkIndex));
        if (!isFree && !hasCaptcha) throw new Refusal("CAPTCHA_NEEDED");
        return maxTries - counted.tries;
      }
      const until = (await laneLock(database, numberIndex, lane, now)) ?? now;
      throw locked(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
    },
    async passed(device) {
      if (isStranger) await countRightPassword(services, database, asker.networkIndex);
      await clearLane(database, numberIndex, lane);
      await rememberVerifiedDevice(database, numberIndex, device, services.clock.now());
    },
  };
}
