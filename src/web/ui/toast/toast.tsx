import type { ReactNode } from "react";

/** Once in a page: the enhancer shows short messages here for 2000 ms; their text stays for screen readers. // Spec 9 */
export function ToastRegion() {
  return <div className="toast-region" data-toast-region="" role="status" aria-live="polite" />;
}

/** A message as the enhancer writes it; rendered by the server it simply stays in the page. */
export function Toast({ children }: { children: ReactNode }) {
  return <p className="toast">{children}</p>;
}
