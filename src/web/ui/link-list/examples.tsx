import { Badge } from "../badge/badge.tsx";
import type { Examples } from "../example.ts";
import { LinkList } from "./link-list.tsx";

export const examples: Examples = {
  links: (
    <LinkList
      items={[
        {
          to: "#bills",
          icon: "loan",
          label: "Tagihan",
          detail: "Jatuh tempo 21 Desember",
          aside: <Badge kind="attention">1</Badge>,
        },
        { to: "#profile", icon: "person", label: "Profil saya" },
        { to: "#help", icon: "help", label: "Pusat bantuan" },
      ]}
    />
  ),
};
