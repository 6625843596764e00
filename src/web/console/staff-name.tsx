/** Names of staff members; the reader's own name as "you". */
import { createContext, useContext, type ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { consoleTexts } from "./texts.ts";

/** Staff names by id, and the reader's own id. */
export interface Staff {
  names: Readonly<Record<string, string>>;
  /** The logged-in staff member. */
  ownId: string;
}

const StaffContext = createContext<Staff>({ names: {}, ownId: "" });

/** Wraps a screen whose parts show staff names. */
export function StaffProvider({ staff, children }: { staff: Staff; children: ReactNode }) {
  return <StaffContext value={staff}>{children}</StaffContext>;
}

export const useStaff = (): Staff => useContext(StaffContext);

/** A staff member's name; "you" for the reader, and a fixed text when the account no longer exists. */
export function useStaffName(): (staffId: string) => string {
  const { names, ownId } = useStaff();
  const t = useTexts(consoleTexts);
  return (staffId) => (staffId === ownId ? t("you") : (names[staffId] ?? t("formerStaff")));
}

/** A staff member's name by id; a dash for null. */
export function StaffName({ id }: { id: string | null }) {
  const nameOf = useStaffName();
  return <>{id === null ? "–" : nameOf(id)}</>;
}
