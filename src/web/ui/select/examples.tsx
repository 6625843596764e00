import type { Examples } from "../example.ts";
import { Select } from "./select.tsx";

export const examples: Examples = {
  select: (
    <Select
      name="purpose"
      label="Tujuan pinjaman"
      options={[
        { value: "SCHOOL", label: "Biaya sekolah" },
        { value: "HEALTH", label: "Kesehatan" },
      ]}
    />
  ),
};
