import { route } from "@react-router/dev/routes";

const screen = "features/account/lookup/screens/lookup.tsx";

/** One screen at four addresses, with a different input for each register. */
export const webview = [
  route("webview/spider/npwp", screen, { id: "lookup-npwp" }),
  route("webview/spider/bpjs", screen, { id: "lookup-bpjs" }),
  route("webview/spider/operator", screen, { id: "lookup-operator" }),
  route("webview/spider/education", screen, { id: "lookup-education" }),
];
