import type { Examples } from "../example.ts";
import { ErrorState } from "./error-state.tsx";

export const examples: Examples = { error: <ErrorState refresh="#again" traceId="7f3a21c9d0" /> };
