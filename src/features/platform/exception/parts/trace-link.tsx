import { ShortId } from "#web/console/short-id.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { useFrame } from "#web/frame.tsx";

/** The trace in which an exception arose, by the end of its id: a link for staff who may read traces. */
export function TraceLink({ traceId }: { traceId: string | null }) {
  const mayOpen = mayStaff(useFrame().staff?.roles ?? [], "trace.read");
  if (traceId === null) return "–";
  return <ShortId id={traceId} to={mayOpen ? `/staff/trace?traceId=${traceId}` : null} />;
}
