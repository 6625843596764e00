import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/wallet", "features/rewards/wallet/screens/wallet.tsx"),
  route("webview/wallet/detail", "features/rewards/wallet/screens/wallet-detail.tsx"),
  route("webview/withdraw", "features/rewards/wallet/screens/withdraw.tsx"),
];
