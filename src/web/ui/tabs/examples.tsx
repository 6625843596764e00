import type { Examples } from "../example.ts";
import { Tabs } from "./tabs.tsx";

export const examples: Examples = {
  tabs: (
    <Tabs
      label="Kupon"
      tabs={[
        { to: "?status=OBTAINED", label: "Bisa dipakai", current: true },
        { to: "?status=USED", label: "Terpakai" },
        { to: "?status=UNOBTAINABLE", label: "Kedaluwarsa" },
      ]}
    />
  ),
  wrapped: (
    <Tabs
      wrap
      label="Bagian"
      tabs={[
        { to: "?section=borrow", label: "Meminjam", current: true },
        { to: "?section=application-and-loans", label: "Pengajuan dan pinjaman" },
        { to: "?section=payment-and-repayment", label: "Pembayaran dan pelunasan" },
        { to: "?section=laps-sjk", label: "LAPS SJK" },
      ]}
    />
  ),
};
