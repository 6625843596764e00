/** Opens and closes native dialogs. Without script a dialog's contents are reached by a link to the page that holds them. */
import { on } from "./page.ts";

export function startDialogs(): void {
  on("click", "[data-dialog-open]", (opener, event) => {
    const dialog = document.getElementById(opener.dataset.dialogOpen as string) as HTMLDialogElement | null;
    if (!dialog?.showModal) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
  on("click", "dialog", (dialog, event) => {
    const target = event.target as Element;
    // A click on the dialog itself, not on its content, is a click outside it.
    if (target === dialog || target.closest("[data-dialog-close]")) {
      event.preventDefault();
      (dialog as HTMLDialogElement).close();
    }
  });
}
