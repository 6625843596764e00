import { route } from "@react-router/dev/routes";

export const webview = [route("webview/loan-product", "features/credit/loan/screens/loan-product.tsx")];
