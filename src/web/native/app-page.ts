/** What a page does because an app is around it: its links, its bars, its end. */
import { safeUrl } from "#shared/safe-url.ts";
import { on } from "../enhance/page.ts";
import type { Bridge } from "./bridge.ts";

export async function startAppPage(bridge: Bridge): Promise<void> {
  const { documentElement } = document;
  /** Hosts, beside our own, that the app may be asked to open. */
  const openHosts = (documentElement.dataset.openHosts ?? "").split(" ").filter(Boolean);
  // Spec 2.3: opening a link from the app hands it to the native shell. Own pages that stay in this view are plain links.
  on("click", "a[data-open-in-app],a[target=_blank]", (link, event) => {
    const url = safeUrl(link.getAttribute("href") ?? "", [...openHosts, location.hostname]);
    if (!url || !bridge.can("openWebView")) return;
    event.preventDefault();
    void bridge.ask("openWebView", { url: new URL(url, location.origin).href, title: link.dataset.title ?? "" });
  });
  if (document.querySelector("[data-native-close]") && bridge.can("close")) void bridge.ask("close");
  bridge.hashedUserId = (await bridge.ask("hashedUserId")) ?? "";
  const height = await bridge.ask("statusBarHeight");
  if (height !== undefined) documentElement.style.setProperty("--status-bar", `${height}px`);
}
