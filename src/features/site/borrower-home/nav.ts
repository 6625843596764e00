import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabs: {
    HOME: { to: "/webview/home", label: { id: "Beranda", en: "Home", zh: "首页" }, icon: "home" },
    ACCOUNT: { to: "/webview/account", label: { id: "Akun", en: "Account", zh: "账户" }, icon: "person" },
  },
  headerLinks: [
    {
      to: "/webview/home",
      label: { id: "Pinjaman saya", en: "My loan", zh: "我的借款" },
      isShown: ({ account }) => account === null,
    },
    {
      to: "/webview/account",
      label: { id: "Akun saya", en: "My account", zh: "我的账户" },
      isShown: ({ account }) => account === "in",
    },
  ],
};
