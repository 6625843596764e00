import type { Examples } from "../example.ts";
import { Disclosure } from "./disclosure.tsx";

export const examples: Examples = {
  questions: (
    <div>
      <Disclosure group="faq" summary="Berapa lama pengajuan diperiksa?" open>
        <p>Antara 5 menit dan 24 jam. Hasilnya kami kirim lewat SMS.</p>
      </Disclosure>
      <Disclosure group="faq" summary="Apa yang terjadi kalau saya terlambat membayar?">
        <p>Denda dihitung per hari dari pokok yang lewat jatuh tempo.</p>
      </Disclosure>
    </div>
  ),
};
