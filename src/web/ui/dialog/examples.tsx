import { Button } from "../button/button.tsx";
import type { Examples } from "../example.ts";
import { Stack } from "../stack/stack.tsx";
import { Dialog, DialogClose, DialogLink } from "./dialog.tsx";

export const examples: Examples = {
  dialog: (
    <Stack>
      <DialogLink to="cancel-loan">Batalkan pinjaman</DialogLink>
      <Dialog id="cancel-loan" heading="Batalkan pinjaman ini?" sheet>
        <p>Limit Anda kembali utuh. Pengajuan berikutnya dimulai dari awal.</p>
        <Button kind="danger">Ya, batalkan</Button>
        <DialogClose>Tidak jadi</DialogClose>
      </Dialog>
    </Stack>
  ),
};
