/** Behaviour of a page inside an app: links, bars, title, closing. */
import { safePage, safeUrl } from "#shared/safe-url.ts";
import { keptInPage, on } from "../enhance/page.ts";
import { pathPattern } from "../tracking/event.ts";
import { cookieOf, visitorLabels, upload } from "../tracking/visitor.ts";
import type { Bridge } from "./bridge.ts";
import { externalOf } from "./external.ts";
import { appEvents, type DeviceInfo } from "./messages.ts";

const maxTitle = 60;
const maxShared = 500;

export async function startAppPage(bridge: Bridge): Promise<void> {
  startLinks(bridge);
  startEvents(bridge);
  const askCode = (): unknown => fillCode(bridge);
  askCode();
  document.addEventListener("tunai:swapped", askCode);
  on("click", "input[data-capture]", (field, event) => void capture(bridge, field as HTMLInputElement, event));
  const setTitle = (): unknown =>
    bridge.ask("setTitle", { key: pathPattern(location.pathname), title: document.title.slice(0, maxTitle) });
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
  const isNew = uniqueDeviceId !== undefined && login !== "" && keptInPage.get("device") !== login;
  if (!isNew && !/^(?:fake-|$)/.test(cookieOf("deviceToken"))) return;
  if (isNew) keptInPage.set("device", login);
  void upload("/api/user/device", { deviceToken, uniqueDeviceId: isNew ? uniqueDeviceId : undefined });
}

/** The app's own events, for which it waits to be asked. // Spec embedded-platform 4 */
function startEvents(bridge: Bridge): void {
  bridge.hear(({ event, isOnline }) => {
    if (event === "backPressed") {
      const dialog = document.querySelector<HTMLDialogElement>("dialog[open]");
      if (dialog) dialog.close();
      else void bridge.ask("back");
      return;
    }
    // Parts that wait for something outside are requested again (`../enhance/live.ts`).
    if (event === "resumed" || isOnline)
      document.querySelector("[data-live-again]")?.dispatchEvent(new Event("change", { bubbles: true }));
    if (event === "resumed" && cookieOf("userToken"))
      // A page reloads when its login is over: it leads to the login, and the app to its own.
      void answerOf("/api/session").then(({ loggedIn }) => loggedIn === false && location.reload());
  });
  void bridge.ask("listen", { events: appEvents });
}

/** The answer to a call; empty where none came. */
const answerOf = (path: string, input?: object): Promise<{ loggedIn?: boolean; ticket?: string }> =>
  fetch(path, {
    method: input ? "POST" : "GET",
    headers: { ...visitorLabels(), "Content-Type": "application/json" },
    body: input ? JSON.stringify(input) : null,
  })
    .then((answer) => answer.json() as Promise<object>)
    .catch(() => ({}));

/**
 * The app takes the picture and uploads it by a ticket; the page then goes on as after its own upload. Refused, too old or silent, the
 * field opens as it does in a browser.
 */
async function capture(bridge: Bridge, field: HTMLInputElement, event: Event): Promise<void> {
  const { capture: kind = "", captureDocument, captureNext } = field.dataset;
  const isFace = kind === "FACE";
  const call = isFace ? "faceCheck" : "capturePhoto";
  // The box of the consent to compare faces, in the same form.
  const consent = field.form!.querySelector<HTMLInputElement>("[name=agreed]");
  if (!bridge.can(call) || consent?.checked === false) return;
  event.preventDefault();
  const request = { kind, documentKind: captureDocument, agreed: consent?.checked };
  const { ticket } = await answerOf("/api/capture/tickets", request);
  const source = field.hasAttribute("capture") ? "CAMERA" : "PICKER";
  if (ticket) {
    const answer = await bridge.ask(call, isFace ? { ticket } : { ticket, source });
    if (!answer.ok && answer.error === "CANCELLED") return;
    // A face that did not match is a try: the page says how many are left.
    if (answer.ok || isFace) return location.assign((answer.ok && captureNext) || location.href);
  }
  delete field.dataset["capture"];
  field.click();
}

/** The code of the message that the app was allowed to read, unless one is typed by then. */
async function fillCode(bridge: Bridge): Promise<void> {
  const field = document.querySelector<HTMLInputElement>("input[autocomplete=one-time-code]");
  const verificationId = document.querySelector<HTMLInputElement>("[name=verificationId]")?.value;
  const answer = field && verificationId && (await bridge.ask("oneTimeCode", { verificationId }));
  if (!answer || !answer.ok || field.value) return;
  field.value = answer.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
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
    const target = { url: new URL(url, location.origin).href, title: link.dataset["title"] ?? "" };
    const { ok } = await bridge.ask("openWebView", target);
    if (!ok) leave(link);
  });
}
