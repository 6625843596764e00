import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consoleSearch: { to: "/staff/borrowers", permission: "borrower.search" },
  consolePlaces: [
    { to: "/staff", group: "TODAY", label: { id: "Pekerjaan", en: "Work", zh: "工作" }, permission: "console.enter" },
    {
      to: "/staff/borrowers",
      group: "BORROWERS",
      label: { id: "Peminjam", en: "Borrowers", zh: "借款人" },
      permission: "borrower.read",
    },
    {
      to: "/staff/loans",
      group: "LOANS",
      label: { id: "Pinjaman", en: "Loans", zh: "借款" },
      permission: "borrower.read",
    },
  ],
};
