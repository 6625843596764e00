import type { Examples } from "../example.ts";
import { SiteFooter } from "./site-footer.tsx";

export const examples: Examples = {
  footer: (
    <SiteFooter
      groups={[
        {
          heading: "Layanan",
          links: [
            { to: "/borrow", label: "Pinjam" },
            { to: "/lend", label: "Danai" },
          ],
        },
        {
          heading: "Bantuan",
          links: [
            { to: "/about/faq", label: "Tanya jawab" },
            { to: "/complaint", label: "Pengaduan" },
          ],
        },
      ]}
    >
      <p>Pinjaman adalah kesepakatan perdata dengan risiko bagi pemberi dan penerima dana.</p>
    </SiteFooter>
  ),
};
