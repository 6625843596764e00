import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/agreement", "features/credit/agreement/screens/agreement.tsx"),
  route("webview/agreement/:key", "features/credit/agreement/screens/agreement-text.tsx"),
  route("webview/agreement-pdf", "features/credit/agreement/screens/agreement-pdf.tsx"),
  route("webview/pdf-preview", "features/credit/agreement/screens/pdf-preview.tsx"),
  route("webview/pdf-view", "features/credit/agreement/screens/pdf-view.tsx"),
  route("webview/protocol", "features/credit/agreement/screens/protocol.tsx"),
];
export const website = [
  route("pdf-review/:id", "features/credit/agreement/screens/pdf-review.tsx"),
  route("verify/:id", "features/credit/agreement/screens/verify.tsx"),
];
