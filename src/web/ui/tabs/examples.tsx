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
};
