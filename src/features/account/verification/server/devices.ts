/** Devices on which a number was verified, for reviewers of a request about the account. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { deviceKnownSince, forgetDevices } from "./counters.ts";
import { numberIndexOf } from "./numbers.ts";

/** Since when a device (by its index, `askerOf`) is known to a number (`08…`); null where it is not. */
export const deviceSince = (
  services: Services,
  reader: Reader,
  deviceIndex: string,
  mobileNumber: string,
): Promise<Date | null> => deviceKnownSince(reader, deviceIndex, numberIndexOf(services, mobileNumber));

/** Makes all devices unknown to these numbers (`08…`): the account changed hands, or may have. */
export const forgetDevicesOf = (
  services: Services,
  trx: Transaction,
  mobileNumbers: readonly string[],
): Promise<void> =>
  forgetDevices(
    trx,
    mobileNumbers.map((number) => numberIndexOf(services, number)),
  );
