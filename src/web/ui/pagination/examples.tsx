import type { Examples } from "../example.ts";
import { Pagination } from "./pagination.tsx";

export const examples: Examples = { pagination: <Pagination first="?" next="?cursor=abc" /> };
