/** The menus of the console and of borrower's pages, as the shells draw them from the entries of the domains. */
import { join } from "node:path";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { languages, type Language } from "#shared/texts.ts";
import { AccountProvider, FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { liesIn, NavProvider, tabNames, type DomainNav } from "#web/nav.ts";
import type { AccountState } from "#web/screen.ts";
import Staff from "#web/shells/staff.tsx";
import Website from "#web/shells/website.tsx";
import Webview from "#web/shells/webview.tsx";
import { handle as closing } from "#features/account/cancellation/screens/cancel-account.tsx";
import { domains, mountedScreens, root } from "#tests/support/house-sources.ts";
import { navOfDomains } from "#nav.ts";

interface Shown {
  path: string;
  language?: Language;
  role?: StaffRole;
  account?: AccountState;
  sandbox?: boolean;
  nativeHost?: object | null;
}

const brand = {
  name: "Tunai",
  slogan: { id: "", en: "", zh: "" },
  operator: { value: "PT", verified: true },
  licence: { value: "", verified: true },
  address: { value: "", verified: true },
  supportPhone: { value: "", verified: true },
  supportEmail: { value: "", verified: true },
  apps: {},
};

/** The links of a menu; current ones are marked with a star. Choices of the view have a query and are omitted. */
function linksIn(menu: string, shown: Shown) {
  const html = drawn(shown.role ? Staff : Webview, shown);
  const [, inner = ""] = new RegExp(`<nav class="${menu}"[^>]*>(.*?)</nav>`).exec(html) ?? [];
  return [...inner.matchAll(/<a [^>]*href="([^"?]+)"([^>]*)>(?:<svg.*?<\/svg>)?([^<]*)<\/a>/g)].map(
    ([, to = "", rest = "", label = ""]) => ({ to: rest.includes('aria-current="page"') ? `${to} *` : to, label }),
  );
}

function drawn(
  shell: ComponentType,
  { path, language = "en", role, account = null, sandbox = false, nativeHost = null }: Shown,
  handle?: object,
  data: unknown = null,
): string {
  const frame = {
    brand,
    path,
    pathWithQuery: path,
    nativeHost,
    navBar: false,
    sandbox,
    staff: role ? { name: "Sari", roles: [role], permissions: [] } : null,
  };
  const Shell = createRoutesStub([{ id: "screen", path: "*", Component: shell, ...(handle ? { handle } : {}) }]);
  return renderToStaticMarkup(
    <NavProvider value={navOfDomains}>
      <LanguageProvider language={language}>
        <FrameProvider frame={frame as never}>
          <AccountProvider value={account}>
            <Shell initialEntries={[path]} hydrationData={{ loaderData: { screen: data } }} />
          </AccountProvider>
        </FrameProvider>
      </LanguageProvider>
    </NavProvider>,
  );
}

const home = "/staff";
const placesOf: Readonly<Record<StaffRole, string>> = {
  support:
    "exceptions checks borrowers reviews complaints loans cases servicing campaigns webhooks visits trace passkeys",
  underwriter: "checks borrowers reviews loans cases visits passkeys",
  content: "checks campaigns contents questionnaires configuration passkeys",
  finance:
    "exceptions checks borrowers loans servicing disbursements payments money/deposits lenders accounting campaigns visits exports passkeys",
  auditor:
    "exceptions checks borrowers reviews complaints loans cases servicing disbursements payments money/deposits lenders accounting campaigns questionnaires webhooks visits trace exports audit retention passkeys",
  admin:
    "exceptions checks borrowers reviews complaints loans cases servicing disbursements payments money/deposits lenders accounting campaigns contents questionnaires configuration webhooks visits trace exports audit retention members passkeys",
  collector: "checks borrowers loans servicing visits passkeys",
};

it.each(staffRoles)(
  "The console shows %s the places of this role, in their order, and marks the current one",
  (role) => {
    const shown = (path: string) => linksIn("console-places", { path, role }).map(({ to }) => to);
    const places = [home, ...placesOf[role].split(" ").map((place) => `${home}/${place}`)];
    expect(shown(home)).toEqual(places.map((to) => (to === home ? `${to} *` : to)));
    for (const place of places.slice(1))
      expect(shown(`${place}/x`)).toEqual(places.map((to) => (to === place ? `${to} *` : to)));
    expect(shown("/staff/borrowersx")).toEqual(places);
  },
);

it("Every place of the console has its name in three languages", () => {
  const names = (language: Language) =>
    linksIn("console-places", { path: "/staff/login", role: "admin", language })
      .map(({ label }) => label)
      .join(", ");
  expect(languages.map(names)).toEqual([
    "Pekerjaan, Kendala, Pemeriksaan, Peminjam, Peninjauan, Pengaduan, Pinjaman, Pengajuan, Penagihan, Pencairan, Uang masuk, Setoran, Pemberi dana, Akuntansi, Event, Konten, Kuesioner, Konfigurasi, Webhook, Kunjungan, Jejak permintaan, Berkas daftar, Jejak audit, Data tersimpan, Petugas, Kunci sandi saya",
    "Work, Exceptions, Checks, Borrowers, Reviews, Complaints, Loans, Cases, Servicing, Disbursements, Payments, Deposits, Lenders, Accounting, Campaigns, Contents, Questionnaires, Configuration, Webhooks, Visits, Traces, Files, Audit trail, What is kept, Staff, My passkeys",
    "工作, 异常, 复核, 借款人, 审核, 投诉, 借款, 案件, 催收, 放款, 来款, 入金, 出借人, 会计, 活动, 内容, 问卷, 配置, Webhook, 访问情况, 请求追踪, 列表文件, 审计记录, 保留数据, 人员, 我的通行密钥",
  ]);
});

it("A borrower's page has five tabs, and marks the one that it belongs to", () => {
  const tabs = (path: string, language: Language = "en") => linksIn("tab-bar", { path, language });
  expect(tabs("/webview/home")).toEqual([
    { to: "/webview/home *", label: "Home" },
    { to: "/webview/bills", label: "Bills" },
    { to: "/webview/loan-history", label: "Loans" },
    { to: "/webview/quota", label: "Limit" },
    { to: "/webview/account", label: "Account" },
  ]);
  const names = (language: Language) => tabs("/webview/message", language).map(({ label }) => label);
  expect(names("id")).toEqual(["Beranda", "Tagihan", "Pinjaman", "Limit", "Akun"]);
  expect(names("zh")).toEqual(["首页", "账单", "借款", "额度", "账户"]);
  const marked = (path: string) => tabs(path).find(({ to }) => to.endsWith(" *"))?.label;
  expect(marked("/webview/spider/npwp")).toBe("Home");
  expect(marked("/webview/no-login-bills")).toBe("Bills");
  expect(marked("/webview/agreement/x")).toBe("Loans");
  expect(marked("/webview/quota-change-history")).toBe("Limit");
  expect(marked("/webview/merge-mobile-otp")).toBe("Account");
  expect(marked("/webview/help-center")).toBeUndefined();
});

it("A step of the website shows who is logged in their tabs, and a visitor the legal texts without areas to leave for", () => {
  const step = (shown: Partial<Shown>) => {
    const html = drawn(Website, { path: "/privacy-request", ...shown }, { isStep: true });
    return ["tab-bar", "site-footer", "/executive-team"].filter((one) => html.includes(one));
  };
  expect(step({ account: "in" })).toEqual(["tab-bar"]);
  expect(step({ account: "out" })).toEqual(["site-footer"]);
  expect(step({})).toEqual(["site-footer"]);
  expect(step({ account: "in", nativeHost: {} })).toEqual(["site-footer"]);
  const page = drawn(Website, { path: "/borrow", account: "in" });
  expect(["tab-bar", "/executive-team"].map((one) => page.includes(one))).toEqual([false, true]);
});

it("A page beside which no other opens has no tabs", () => {
  const page = (closure: object | null) => drawn(Webview, { path: "/webview/cancel-account" }, closing, { closure });
  expect([page({}).includes("tab-bar"), page(null).includes("tab-bar")]).toEqual([false, true]);
});

it("In a browser, the links above a borrower's page follow the account, in three languages", () => {
  const links = (account: AccountState, sandbox = false, language: Language = "en") =>
    linksIn("site-header-places", { path: "/webview/help-center", account, sandbox, language }).map(
      ({ to, label }) => `${label} ${to}`,
    );
  const help = "Help /webview/help-center *";
  expect(links("out")).toEqual(["Log in or register /login", "Borrow /webview/loan-product", help]);
  expect(links(null)).toEqual(["My loan /webview/home", "Borrow /webview/loan-product", help]);
  expect(links("in", true)).toEqual([
    "My account /webview/account",
    "Log out /webview/logout",
    help,
    "Sandbox /sandbox",
  ]);
  expect(links("out", true, "id").join(", ")).toBe(
    "Masuk atau daftar /login, Pinjam /webview/loan-product, Bantuan /webview/help-center *, Ruang coba /sandbox",
  );
  expect(links("in", true, "zh").join(", ")).toBe(
    "我的账户 /webview/account, 退出登录 /webview/logout, 帮助 /webview/help-center *, 沙盒 /sandbox",
  );
});

const labelled = ({ consolePlaces = [], tabs = {}, headerLinks = [] }: DomainNav) => [
  ...consolePlaces,
  ...Object.values(tabs),
  ...headerLinks,
];

it("Each domain hands in pages of its own alone, and no page belongs to two tabs", async () => {
  const screens = await mountedScreens();
  const entries = await Promise.all(
    domains
      .filter(({ folder, files }) => files.includes(`${folder}/nav.ts`))
      .map(async ({ folder }) => ({
        folder,
        own: ((await import(join(root, folder, "nav.ts"))) as { nav: DomainNav }).nav,
        pages: screens.filter(({ file }) => file.startsWith(`${folder}/`)).map(({ path }) => path),
      })),
  );
  expect(new Set(entries.map(({ own }) => own))).toEqual(new Set(navOfDomains));
  const strange = entries.flatMap(({ folder, own, pages }) => [
    ...labelled(own).flatMap(({ to }) => (pages.includes(to) ? [] : [`${folder}: ${to}`])),
    ...Object.values(own.tabPages ?? {}).flatMap((paths) =>
      paths
        .filter((path) => !pages.some((page) => page === path || page.startsWith(`${path}/`)))
        .map((path) => `${folder}: ${path}`),
    ),
  ]);
  expect(strange).toEqual([]);
  const pagesOfTabs = navOfDomains.flatMap(({ tabs = {}, tabPages = {} }) =>
    tabNames.flatMap((name) => [tabs[name]?.to ?? [], tabPages[name] ?? []].flat().map((path) => ({ name, path }))),
  );
  const inTwo = pagesOfTabs.filter(({ name, path }) =>
    pagesOfTabs.some((other) => other.name !== name && liesIn(path, other.path)),
  );
  expect(inTwo).toEqual([]);
});
