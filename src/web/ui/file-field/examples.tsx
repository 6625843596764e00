import type { Examples } from "../example.ts";
import { FileField } from "./file-field.tsx";

export const examples: Examples = {
  "id card": (
    <FileField
      name="ktp"
      label="Foto KTP"
      hint="Seluruh kartu terlihat, tanpa pantulan cahaya."
      art="id-card"
      capture="environment"
      required
    />
  ),
};
