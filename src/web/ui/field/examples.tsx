import type { Examples } from "../example.ts";
import { Form } from "../form/form.tsx";
import { TextField } from "../text-field/text-field.tsx";

export const examples: Examples = {
  "with a problem": (
    <Form
      id="wrong"
      values={{ fullName: "S1ti" }}
      failure={{
        status: {
          code: "INPUT_INVALID",
          detail: "Ada isian yang perlu diperbaiki.",
          fields: [{ path: "fullName", code: "NAME_FORMAT", detail: "Tulis nama seperti di KTP: huruf saja." }],
        },
        traceId: "",
      }}
    >
      <TextField name="fullName" label="Nama lengkap" />
    </Form>
  ),
};
