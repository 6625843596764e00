/** Asks the browser for a passkey and sends its answer in the button's form. Inline in the console's pages that have one. */
import { on, near, showText, whenRead } from "./page.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

type Named = { id: string };
const opened = (list: Named[] | undefined) => (list ?? []).map((one) => ({ ...one, id: bytesOf(one.id) }));

// `parseCreationOptionsFromJSON` and `toJSON` are missing in half of the promised browsers, and some password managers break them.
// oxlint-disable-next-line typescript/no-explicit-any
function optionsOf(json: any): CredentialCreationOptions & CredentialRequestOptions {
  const publicKey = { ...json, challenge: bytesOf(json.challenge) };
  if (json.user) {
    publicKey.user = { ...json.user, id: bytesOf(json.user.id) };
    publicKey.excludeCredentials = opened(json.excludeCredentials);
  } else publicKey.allowCredentials = opened(json.allowCredentials);
  return { publicKey };
}

function answerOf({ id, rawId, response }: PublicKeyCredential): string {
  // oxlint-disable-next-line typescript/no-explicit-any
  const given = response as any;
  const fields: Record<string, unknown> = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (given[name]) fields[name] = textOf(given[name]);
  if (given.getTransports) fields["transports"] = given.getTransports();
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type: "public-key",
    clientExtensionResults: {},
    response: fields,
  });
}

const messages: Record<string, string> = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "known",
};

async function ask(button: HTMLElement): Promise<void> {
  const place = near<HTMLElement>(button, "[data-passkey-problem]");
  const { passkey, options = "" } = button.dataset;
  const form = button.closest("form");
  if (!form || (passkey === "create" && !form.reportValidity())) return;
  showText(place, "");
  try {
    const way = optionsOf(JSON.parse(options));
    const { credentials } = navigator;
    const found = await (passkey === "create" ? credentials.create(way) : credentials.get(way));
    form.querySelector<HTMLInputElement>("[name=credential]")!.value = answerOf(found as PublicKeyCredential);
    form.requestSubmit();
  } catch (error) {
    showText(place, place?.dataset[messages[(error as Error).name] ?? "failed"] ?? "");
  }
}

on("click", "[data-passkey]", (button) => void ask(button));
// The login's page was just asked for with a press: the browser asks at once, and the button stays for another try.
whenRead(() => document.querySelector<HTMLElement>("[data-passkey=get]")?.click());
