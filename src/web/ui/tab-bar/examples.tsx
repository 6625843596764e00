import type { Examples } from "../example.ts";
import { TabBar } from "./tab-bar.tsx";

export const examples: Examples = {
  bar: (
    <TabBar
      items={[
        { to: "#home", label: "Beranda", icon: "home", current: true },
        { to: "#loans", label: "Pinjaman", icon: "loan" },
        { to: "#rewards", label: "Hadiah", icon: "gift" },
        { to: "#help", label: "Bantuan", icon: "help" },
      ]}
    />
  ),
};
