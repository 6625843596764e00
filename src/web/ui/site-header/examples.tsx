import type { Examples } from "../example.ts";
import { SiteHeader } from "./site-header.tsx";

export const examples: Examples = {
  header: (
    <SiteHeader
      brandName="tunai"
      path="/"
      links={[
        { to: "/borrow", label: "Pinjam", current: true },
        { to: "/lend", label: "Danai" },
        { to: "/about/faq", label: "Tanya jawab" },
        { to: "/about/us", label: "Tentang kami" },
      ]}
      account={{ to: "/webview/home", label: "Pinjaman saya" }}
    />
  ),
};
