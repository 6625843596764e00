/**
 * Compares a chosen file with a document's fingerprints without sending it: `[data-compare-sealed]` wraps the file
 * field and names the SHA-256 of each form of the document, `[data-compare-result="SEALED | SHOWN | NONE"]` waits, hidden,
 * with the words. Where the browser cannot hash (no secure context), the form's own button sends the file as it does without script.
 */
import { all, on } from "./page.ts";

async function hashOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (globalThis.crypto?.subtle) {
  on("change", "[data-compare-sealed] input[type=file]", async (field) => {
    const room = field.closest<HTMLElement>("[data-compare-sealed]");
    const file = (field as HTMLInputElement).files?.[0];
    if (!room) return;
    const results = all("[data-compare-result]", room);
    for (const result of results) result.hidden = true;
    if (!file) return;
    const hash = await hashOf(file);
    const { compareSealed, compareShown } = room.dataset;
    const match = hash === compareSealed ? "SEALED" : hash === compareShown ? "SHOWN" : "NONE";
    for (const result of results) result.hidden = result.dataset["compareResult"] !== match;
  });
  // The file stays on the device: the button shows the result computed here. Without a file the form reports what is missing.
  on("click", "[data-compare-sealed] button", (button, event) => {
    const room = button.closest("[data-compare-sealed]") as HTMLElement;
    if (!room.querySelector<HTMLInputElement>("input[type=file]")?.files?.length) return;
    event.preventDefault();
    room.querySelector("[data-compare-result]:not([hidden])")?.scrollIntoView({ block: "center" });
  });
}
