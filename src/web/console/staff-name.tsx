/** Who of the staff: by name, and oneself as oneself. */
import { createContext, useContext, type ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { consoleTexts } from "./texts.ts";

/** What a screen knows of the console's people: names by id, and whose screen it is. */
export interface Staff {
  names: Readonly<Record<string, string>>;
  /** Whoever is logged in. */
  ownId: string;
}

const StaffContext = createContext<Staff>({ names: {}, ownId: "" });

/** Stands around a screen whose parts name staff. */
export function StaffProvider({ staff, children }: { staff: Staff; children: ReactNode }) {
  return <StaffContext value={staff}>{children}</StaffContext>;
}

export const useStaff = (): Staff => useContext(StaffContext);

/** A person's name in words; "you" for oneself, and what is known to be nobody's any more where the account is gone. */
export function useStaffName(): (staffId: string) => string {
  const { names, ownId } = useStaff();
  const t = useTexts(consoleTexts);
  return (staffId) => (staffId === ownId ? t("you") : (names[staffId] ?? t("formerStaff")));
}

/** A person of the staff by id; a dash for nobody. */
export function StaffName({ id }: { id: string | null }) {
  const nameOf = useStaffName();
  return <>{id === null ? "–" : nameOf(id)}</>;
}
