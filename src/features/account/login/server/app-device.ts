/** Which device the app around a page names (bridge call `headerInfo`). Labels: they open nothing. // Spec embedded-platform 4 */
import type { Caller } from "#server/call/caller.ts";
import { noteUniqueDevice } from "#server/call/live-sessions.ts";
import type { Services } from "#server/services.ts";

const labelSeconds = 365 * 86_400;
const isMadeUp = (label: string | null): boolean => label === null || label.startsWith("fake-");

/**
 * The app's device token takes the place of a label that browser or server made up, unless the session began with that one: a session
 * stays with its label. The unique id is kept as a blind index with the login.
 * @returns whether the app's token is the browser's label from now on
 */
export async function nameDevice(
  services: Services,
  caller: Caller,
  { deviceToken, uniqueDeviceId }: { deviceToken: string; uniqueDeviceId?: string | undefined },
): Promise<boolean> {
  const session = await caller.session();
  if (uniqueDeviceId !== undefined && session?.borrowerId)
    await noteUniqueDevice(
      services.database,
      session.id,
      services.keys.blindIndex("device", `unique:${uniqueDeviceId}`),
    );
  const label = caller.deviceToken;
  if (!isMadeUp(label) || isMadeUp(deviceToken)) return label === deviceToken;
  if (label !== null && session?.deviceToken === label) return false;
  caller.setCookie("deviceToken", deviceToken, { maxAgeSeconds: labelSeconds, httpOnly: false });
  return true;
}
