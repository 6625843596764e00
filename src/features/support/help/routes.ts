import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/customer-service", "features/support/help/screens/customer-service.tsx"),
  route("webview/customer-service/faq", "features/support/help/screens/faq.tsx"),
  route("webview/help-center", "features/support/help/screens/help-center.tsx"),
  route("webview/how-to-loan", "features/support/help/screens/how-to-loan.tsx"),
  route("webview/how-to-loan-new", "features/support/help/screens/how-to-loan-new.tsx"),
  route("webview/prevent-fraud", "features/support/help/screens/prevent-fraud.tsx"),
  route("webview/full-video", "features/support/help/screens/full-video.tsx"),
  route("webview/tied-card-guide", "features/support/help/screens/tied-card-guide.tsx"),
  route("webview/bank-card-example", "features/support/help/screens/bank-card-example.tsx"),
  route("webview/e-wallet-explain", "features/support/help/screens/e-wallet-explain.tsx"),
];
