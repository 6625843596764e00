import type { Examples } from "../example.ts";
import { Toast } from "./toast.tsx";

export const examples: Examples = { toast: <Toast>Nomor virtual account disalin.</Toast> };
