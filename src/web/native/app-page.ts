/** Behaviour of a page inside an app: links, bars, title, closing. */
import { safePage, safeUrl } from "#shared/safe-url.ts";
import { kept, on } from "../enhance/page.ts";
import { pathPattern } from "../tracking/event.ts";
import { cookieOf, upload } from "../tracking/visitor.ts";
import type { Bridge } from "./bridge.ts";
import { externalOf } from "./external.ts";
import type { DeviceInfo } from "./messages.ts";

const maxTitle = 60;
const maxShared = 500;

export async function startAppPage(bridge: Bridge): Promise<void> {
  startLinks(bridge);
  const setTitle = (): void => {
    if (bridge.can("setTitle"))
      void bridge.ask("setTitle", { key: pathPattern(location.pathname), title: document.title.slice(0, maxTitle) });
  };
  setTitle();
  // A hydrated screen that navigates without a new document reports it.
  document.addEventListener("tunai:entered", setTitle);
  const next = safePage(new URLSearchParams(location.search).get("next") ?? "");
  // The app holds its own login: it comes back at the requested page. Without an answer the login page stays.
  if (location.pathname === "/login" && next) void bridge.ask("sessionLost", { next });
  if (document.querySelector("[data-logged-out]")) void bridge.ask("loggedOut");
  if (document.querySelector("[data-native-close]")) void bridge.ask("close");
  const [user, height, info] = await Promise.all([
    bridge.ask("hashedUserId"),
    bridge.ask("statusBarHeight"),
    bridge.ask("headerInfo"),
  ]);
  if (user.ok) bridge.hashedUserId = user.value;
  if (height.ok) document.documentElement.style.setProperty("--status-bar", `${height.value}px`);
  if (info.ok) sayDevice(info.value);
}

/**
 * Reports the app's device label to the server when the browser's label is only a generated one; the server decides
 * which label counts. The unique id is sent once for each login, and only in the body. // Spec embedded-platform 4
 */
function sayDevice({ deviceToken, uniqueDeviceId }: DeviceInfo): void {
  const login = cookieOf("userToken");
  const isNew = uniqueDeviceId !== undefined && login !== "" && kept.get("device") !== login;
  if (!isNew && !/^(?:fake-|$)/.test(cookieOf("deviceToken"))) return;
  if (isNew) kept.set("device", login);
  void upload("/api/user/device", { deviceToken, ...(isNew ? { uniqueDeviceId } : {}) });
}

function startLinks(bridge: Bridge): void {
  const leave = (link: HTMLElement): void => location.assign((link as HTMLAnchorElement).href);
  on("click", "a[data-share]", async (link, event) => {
    // A phone with its own share sheet has shared already.
    if (event.defaultPrevented || !bridge.can("share")) return;
    event.preventDefault();
    const text = (link.dataset["share"] ?? "").slice(0, maxShared);
    const { ok } = await bridge.ask("share", { text, url: location.origin });
    if (!ok) leave(link);
  });
  on("click", "a[href]", async (link, event) => {
    const outside = externalOf((link as HTMLAnchorElement).href);
    if (event.defaultPrevented || !outside || !bridge.can("openExternal")) return;
    event.preventDefault();
    const { ok } = await bridge.ask("openExternal", { ...outside });
    if (!ok) leave(link);
  });
  /** Foreign hosts that the app may be asked to open. */
  const openHosts = (document.documentElement.dataset["openHosts"] ?? "").split(" ").filter(Boolean);
  // Spec 2.3: opening a link from the app hands it to the native shell. Own pages that stay in this view are plain links.
  on("click", "a[data-open-in-app],a[target=_blank]", async (link, event) => {
    const url = safeUrl(link.getAttribute("href") ?? "", [...openHosts, location.hostname]);
    if (event.defaultPrevented || !url || !bridge.can("openWebView")) return;
    event.preventDefault();
    const asked = { url: new URL(url, location.origin).href, title: link.dataset["title"] ?? "" };
    const { ok } = await bridge.ask("openWebView", asked);
    if (!ok) leave(link);
  });
}
