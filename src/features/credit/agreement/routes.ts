import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/agreement", "features/credit/agreement/screens/agreement.tsx"),
  route("webview/agreement/:key", "features/credit/agreement/screens/agreement-text.tsx"),
  route("webview/agreement-pdf", "features/credit/agreement/screens/agreement-pdf.tsx"),
  route("webview/pdf-preview", "features/credit/agreement/screens/pdf-preview.tsx"),
  route("webview/pdf-view", "features/credit/agreement/screens/pdf-view.tsx"),
  route("webview/protocol", "features/credit/agreement/screens/protocol.tsx"),
  route("webview/static-agreement/:key", "features/credit/agreement/screens/static-agreement.tsx"),
  route("webview/static-protocol", "features/credit/agreement/screens/static-protocol.tsx"),
  route("webview/prl-example/:key", "features/credit/agreement/screens/prl-example.tsx"),
  route("webview/privyid-faq", "features/credit/agreement/screens/privyid-faq.tsx"),
  route("webview/renewal-instructions", "features/credit/agreement/screens/renewal-instructions.tsx"),
];
export const website = [
  route("pdf-review/:id", "features/credit/agreement/screens/pdf-review.tsx"),
  route("verify/:id", "features/credit/agreement/screens/verify.tsx"),
];
