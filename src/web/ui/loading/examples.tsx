import type { Examples } from "../example.ts";
import { Skeleton } from "./loading.tsx";

export const examples: Examples = { skeleton: <Skeleton /> };
