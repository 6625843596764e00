/**
 * Reminders in this browser: `[data-push]` names the server's key and shows, by `data-push-part`, the words for a
 * browser that can (`form`), cannot (`unable`), was refused the right (`denied`) or failed (`failed`). The button asks
 * the browser, fills the form with its answer and sends it.
 */
import { all, on } from "./page.ts";

const room = document.querySelector<HTMLElement>("[data-push]");
const show = (part: string): void => {
  for (const one of all("[data-push-part]", room!)) one.hidden = one.dataset["pushPart"] !== part;
};

async function subscription(key: string): Promise<PushSubscriptionJSON> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  // One that was made with another key cannot be used.
  if (old) await old.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
}

if (room && navigator.serviceWorker && "PushManager" in globalThis && "Notification" in globalThis) {
  show(Notification.permission === "denied" ? "denied" : "form");
  on("click", "[data-push-start]", async (button, event) => {
    const form = (button as HTMLButtonElement).form!;
    event.preventDefault();
    if ((await Notification.requestPermission()) !== "granted") return show("denied");
    try {
      const { endpoint = "", keys = {} } = await subscription(room.dataset["push"]!);
      for (const [name, value] of Object.entries({ endpoint, p256dh: keys["p256dh"], auth: keys["auth"] }))
        form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value ?? "";
      form.requestSubmit();
    } catch {
      show("failed");
    }
  });
}
