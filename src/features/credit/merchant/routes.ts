import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/merchant-info", "features/credit/merchant/screens/merchant-info.tsx"),
  route("webview/merchant-detail", "features/credit/merchant/screens/merchant-detail.tsx"),
  route("webview/merchant-detail/:shopId", "features/credit/merchant/screens/merchant-detail.tsx", {
    id: "merchant-detail-one",
  }),
  route("webview/shopee-center", "features/credit/merchant/screens/shopee-center.tsx"),
];
