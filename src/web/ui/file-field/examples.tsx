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
  "one of several": <FileField name="proof" label="Foto (1 dari 5)" tile required />,
};
