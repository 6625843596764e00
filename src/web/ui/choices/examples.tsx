import type { Examples } from "../example.ts";
import { Checkbox, Choices } from "./choices.tsx";

export const examples: Examples = {
  tenors: (
    <Choices
      name="tenor"
      label="Lama pinjaman"
      columns={3}
      defaultValue="90"
      choices={["30", "60", "90"].map((days) => ({ value: days, label: `${days} hari` }))}
    />
  ),
  cards: (
    <Choices
      name="channel"
      label="Kirim kode lewat"
      defaultValue="WHATSAPP"
      choices={[
        { value: "SMS", label: "SMS" },
        { value: "WHATSAPP", label: "WhatsApp", detail: "Biasanya lebih cepat." },
        { value: "VOICE", label: "Telepon", disabled: true },
      ]}
    />
  ),
  several: (
    <Choices
      name="reasons"
      label="Alasan (paling banyak tiga)"
      multiple
      choices={[
        { value: "COST", label: "Biaya terlalu tinggi" },
        { value: "DONE", label: "Sudah tidak perlu" },
      ]}
    />
  ),
  checkbox: (
    <Checkbox name="read" required>
      Saya sudah membaca ringkasan, risiko, dan perjanjian.
    </Checkbox>
  ),
};
