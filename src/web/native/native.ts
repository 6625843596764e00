/**
 * The file that a page fetches where an app is around it, at most 4 KB compressed: the bridge, and what the page does by it.
 * In a plain browser it is never asked for.
 */
import { nativeHostOf } from "#shared/native-host.ts";
import { startAppPage } from "./app-page.ts";
import { openBridge } from "./bridge.ts";
import { offerBridge } from "./opening.ts";
import { portPolled } from "./port.ts";

const { hostApp = "", brand = "", country = "" } = document.documentElement.dataset;
// The server names the app that it recognised; its version is read here, because cached pages do not know it.
const host = nativeHostOf(navigator.userAgent, [{ id: brand, country, hostApps: [hostApp] }]);
void (host ? portPolled() : Promise.resolve(false)).then((isThere) => {
  const bridge = openBridge(host);
  offerBridge(bridge);
  if (isThere) void startAppPage(bridge);
});
