import type { Examples } from "../example.ts";
import { CopyText } from "./copy-text.tsx";

export const examples: Examples = {
  number: <CopyText label="Nomor virtual account" value="88801123456789012" shown="88801 1234 5678 9012" />,
};
