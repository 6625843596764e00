/** A part of a page that asks for itself again while it waits, and by its button where no script runs. */
import type { ReactNode } from "react";
import { useFrame } from "#web/frame.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { Form, LiveRegion } from "#web/ui/form/form.tsx";
import { Small } from "#web/ui/text/text.tsx";

export interface LiveStatusProps {
  path: string;
  fields: Readonly<Record<string, string | number | null>>;
  /** The state on display: if the next answer has the same state, the page does not change. */
  state: string;
  /** The parts of the states that may follow. */
  later?: ReactNode;
  children: ReactNode;
}

/** `path` with `fields` as query is the page itself; a button inside reloads it. */
export function LiveStatus({ path, fields, state, later, children }: LiveStatusProps) {
  const { navBar, hideBack } = useFrame();
  const query = { ...fields, navBar: navBar ? 1 : null, hideBack: hideBack ? 1 : null };
  return (
    <Form id="status" method="get" action={path} live={path}>
      {Object.entries(query).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <LiveRegion state={state} later={later}>
        {children}
      </LiveRegion>
    </Form>
  );
}

/** Time that is left; `{time}` in the text is counted down where a script runs. */
export function PaymentCountdown({ until, text }: { until: string; text: string }) {
  useScriptPart("codes");
  const { now } = useFrame();
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <Small>
      <span data-countdown="" data-until={until} data-now={now} data-text={text}>
        {text.replace("{time}", time)}
      </span>
    </Small>
  );
}
