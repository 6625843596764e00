import type { Examples } from "../example.ts";
import { NumberedList } from "./numbered-list.tsx";

export const examples: Examples = {
  list: (
    <NumberedList
      items={[
        { title: "Hitung biayanya", body: "Struk menunjukkan setiap cicilan, tanggalnya, dan totalnya." },
        { title: "Daftar dengan nomor ponsel", body: "Kode enam angka dikirim ke nomor Anda." },
      ]}
    />
  ),
};
