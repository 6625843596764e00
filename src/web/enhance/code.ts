/** The one-time code: focused at once, cleaned when pasted, filled from the message where the phone offers it. */
import { on, whenRead } from "./page.ts";

const codeField = "input[autocomplete=one-time-code]";

function fill(field: HTMLInputElement, text: string): void {
  field.value = text.replace(/\D/g, "").slice(0, field.maxLength > 0 ? field.maxLength : 6);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function startCodes(): void {
  on("paste", codeField, (field, event) => {
    const text = event.clipboardData?.getData("text");
    if (!text) return;
    event.preventDefault();
    fill(field as HTMLInputElement, text);
  });
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
