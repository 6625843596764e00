import type { Examples } from "../example.ts";
import { Steps } from "./steps.tsx";

export const examples: Examples = { steps: <Steps step={2} count={4} name="Data pekerjaan" /> };
