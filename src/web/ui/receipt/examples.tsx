import { Money } from "#web/language.tsx";
import type { Examples } from "../example.ts";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "./receipt.tsx";

export const examples: Examples = {
  receipt: (
    <Receipt heading="Ringkasan untuk Anda">
      <ReceiptLine label="Anda terima">
        <Money rupiah={1000000} />
      </ReceiptLine>
      <ReceiptLine label="Ke rekening">BCA •••• 4821</ReceiptLine>
      <ReceiptLine label="Cicilan 1 · 21 Des" note="Pokok Rp 333.333 dan bunga Rp 60.000">
        <Money rupiah={393333} />
      </ReceiptLine>
      <ReceiptLine label="Cicilan 2 · 20 Jan">
        <Money rupiah={393333} />
      </ReceiptLine>
      <ReceiptTotal label="Total kembali">
        <Money rupiah={1180000} />
      </ReceiptTotal>
      <ReceiptNote>Terlambat: 0,2% per hari dari pokok yang lewat jatuh tempo</ReceiptNote>
    </Receipt>
  ),
};
