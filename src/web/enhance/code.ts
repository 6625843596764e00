/** Typed codes: focused at once, cleaned when pasted, typed or filled in, taken from the message where the phone offers it. */
import { all, on, whenRead } from "./page.ts";

const codeField = "input[autocomplete=one-time-code]";
const boxField = ".code-boxes input";

const digitsOf = (text: string): string => text.replace(/\D/g, "");
/** The first standalone group of six digits, also as twice three (`524 610`), for example in a whole message with its time; else all digits. */
const codeIn = (text: string): string =>
  digitsOf(/(?:^|\D)(\d{3}[\s\p{Pd}]?\d{3})(?!\d)/u.exec(text)?.[1] ?? text).slice(0, 6);

function fill(field: HTMLInputElement, text: string): void {
  field.value = codeIn(text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A digit a box, from this one on; a whole code begins with the first. */
function spread(field: HTMLInputElement, text: string): void {
  const boxes = all<HTMLInputElement>("input", field.parentElement!);
  const digits = digitsOf(text);
  let at = digits.length < boxes.length ? boxes.indexOf(field) : 0;
  field.value = "";
  for (const digit of digits) if (boxes[at]) boxes[at++]!.value = digit;
  if (digits) (boxes[at] ?? boxes.at(-1)!).focus();
}

export function startCodes(): void {
  on("paste", `${codeField},${boxField}`, (field, event) => {
    const text = event.clipboardData?.getData("text");
    if (!text) return;
    event.preventDefault();
    (field.matches(boxField) ? spread : fill)(field as HTMLInputElement, text);
  });
  on("input", codeField, (element) => {
    const field = element as HTMLInputElement;
    const code = codeIn(field.value);
    if (code !== field.value) field.value = code;
  });
  on("input", boxField, (field) => spread(field as HTMLInputElement, (field as HTMLInputElement).value));
  whenRead(() => {
    const field = document.querySelector<HTMLInputElement>(codeField);
    if (!field) return;
    if (!location.hash) field.focus({ preventScroll: true });
    if ("OTPCredential" in window) {
      const input = { otp: { transport: ["sms"] } } as CredentialRequestOptions;
      navigator.credentials.get(input).then(
        (found) => found && fill(field, (found as unknown as { code: string }).code),
        () => {},
      );
    }
  });
}
