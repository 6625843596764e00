import type { Examples } from "../example.ts";
import { Progress } from "./progress.tsx";

export const examples: Examples = {
  deadline: <Progress kind="deadline" label="Tanda tangani sebelum" words="23 jam 12 menit" value={94} maximum={100} />,
  progress: <Progress label="Profil" words="3 dari 5 bagian" value={3} maximum={5} />,
};
