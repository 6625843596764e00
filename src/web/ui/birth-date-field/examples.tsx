import type { Examples } from "../example.ts";
import { BirthDateField } from "./birth-date-field.tsx";

export const examples: Examples = {
  empty: <BirthDateField name="birthDate" label="Tanggal lahir" />,
  "filled in": <BirthDateField name="bornOn" label="Tanggal lahir" defaultValue="1990-03-15" />,
};
