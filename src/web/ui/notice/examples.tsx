import type { Examples } from "../example.ts";
import { Notice } from "./notice.tsx";

export const examples: Examples = {
  info: <Notice>Sudah dibayar berarti selesai: tidak ada penagihan setelah lunas.</Notice>,
  attention: (
    <Notice kind="attention" title="Pinjam dengan bijak.">
      Pinjaman berisiko jika tidak dibayar tepat waktu.
    </Notice>
  ),
  bad: (
    <Notice kind="bad" title="Kode salah." live>
      Anda masih bisa mencoba 3 kali.
    </Notice>
  ),
  ok: (
    <Notice kind="ok" title="Pembayaran diterima." live>
      Cicilan 1 sudah lunas.
    </Notice>
  ),
};
