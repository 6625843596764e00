import type { Examples } from "../example.ts";
import { Logo } from "./logo.tsx";

export const examples: Examples = { logo: <Logo name="tunai" /> };
