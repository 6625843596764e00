import type { Examples } from "../example.ts";
import { Button, ButtonLink } from "./button.tsx";

export const examples: Examples = {
  primary: <Button>Ajukan pinjaman</Button>,
  secondary: <Button kind="secondary">Lunasi lebih awal</Button>,
  quiet: <Button kind="quiet">Nanti saja</Button>,
  danger: <Button kind="danger">Batalkan pinjaman</Button>,
  busy: <Button busy>Mengirim…</Button>,
  disabled: <Button disabled>Kirim ulang kode</Button>,
  "link, compact": (
    <ButtonLink to="#pay" compact kind="secondary">
      Lihat tagihan
    </ButtonLink>
  ),
};
