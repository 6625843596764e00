import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    ACCOUNT: ["/webview/sessions", "/webview/password", "/webview/logout"],
  },
  headerLinks: [
    {
      to: "/login",
      label: { id: "Masuk atau daftar", en: "Log in or register", zh: "登录或注册" },
      isShown: ({ account }) => account === "out",
    },
    {
      to: "/webview/logout",
      label: { id: "Keluar", en: "Log out", zh: "退出登录" },
      isShown: ({ account }) => account === "in",
    },
  ],
};
