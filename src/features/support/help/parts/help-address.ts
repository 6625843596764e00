/** Where a content that was found is read. Articles that have a screen of their own are read there. */
const ownScreens: Readonly<Record<string, string>> = {
  "customer-service": "/webview/customer-service",
  "how-to-loan": "/webview/how-to-loan",
  "how-to-loan-new": "/webview/how-to-loan-new",
  "prevent-fraud": "/webview/prevent-fraud",
  "full-video": "/webview/full-video",
  "tied-card-guide": "/webview/tied-card-guide",
  "bank-card-example": "/webview/bank-card-example",
  "e-wallet-explain": "/webview/e-wallet-explain",
};

export const centrePath = "/webview/help-center";
export const faqPath = "/webview/customer-service/faq";

export function helpAddress(found: { collection: string; key: string; section: string | null }): string {
  // The found question is shown open, also without script.
  if (found.collection === "faq")
    return `${faqPath}?section=${encodeURIComponent(found.section ?? "")}&open=${encodeURIComponent(found.key)}#${found.key}`;
  return ownScreens[found.key] ?? `${centrePath}?article=${encodeURIComponent(found.key)}`;
}
