import { ButtonLink } from "../button/button.tsx";
import type { Examples } from "../example.ts";
import { EmptyState } from "./empty-state.tsx";

export const examples: Examples = {
  empty: (
    <EmptyState title="Belum ada pinjaman" action={<ButtonLink to="#apply">Hitung pinjaman</ButtonLink>}>
      Pinjaman yang Anda ajukan akan tampil di sini, beserta kuitansi dan suratnya.
    </EmptyState>
  ),
};
