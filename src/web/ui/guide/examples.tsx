import type { Examples } from "../example.ts";
import { Guide } from "./guide.tsx";

const html =
  '<p>Siapkan KTP dan rekening.</p><h2 id="daftar">Daftar</h2><p>Nomor ponsel, kode 6 angka, selesai.</p><h2 id="tanda-tangan">Tanda tangani</h2><p>Baca perjanjiannya, lalu masukkan kode.</p>';

export const examples: Examples = {
  steps: <Guide html={html} pictures={["register", "sign"]} steps={2} />,
  pictures: <Guide html={html.replaceAll(`id="`, `id="gambar-`)} pictures={["register", "sign"]} led="picture" />,
};
