import type { ReactNode } from "react";
import { useScriptPart } from "#web/script-parts.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
interface Look {
  kind?: ButtonKind;
  /** As wide as its words only, for rows and the staff console. */
  compact?: boolean;
  children: ReactNode;
}
export interface ButtonProps extends Look {
  type?: "submit" | "button";
  name?: string;
  value?: string;
  id?: string;
  /** The form it belongs to, when it is outside of it. */
  form?: string;
  formAction?: string;
  /** Leaves without the form's checks: save a draft, go back. */
  formNoValidate?: boolean;
  disabled?: boolean;
  /** The request is under way; the enhancer sets the same attribute. */
  busy?: boolean;
  /** Opens the `<Dialog id>` of the same page; use a `DialogLink` when it must work without script. */
  opens?: string;
  /** Asks the browser for reminders before its form is sent (`enhance/push.ts`). */
  startsPush?: boolean;
  /** Tracks clicks for analytics: the event's `businessEvent`. */
  track?: string;
  /** The event's `eventValue`: our own words, never typed text. */
  trackValue?: string;
}

function classOf({ kind = "primary", compact }: Look): string {
  return `button button-${kind}${compact ? " button-compact" : ""}`;
}

/** Submits its form unless `type="button"`. The words are a verb: "Bayar sekarang". */
export function Button(props: ButtonProps) {
  useScriptPart("codes", props.opens !== undefined);
  return (
    <button
      className={classOf(props)}
      type={props.type ?? "submit"}
      name={props.name}
      value={props.value}
      id={props.id}
      form={props.form}
      formAction={props.formAction}
      formNoValidate={props.formNoValidate}
      disabled={props.disabled}
      aria-busy={props.busy || undefined}
      data-dialog-open={props.opens}
      data-push-start={props.startsPush ? "" : undefined}
      data-track={props.track}
      data-track-value={props.trackValue}
    >
      {props.children}
    </button>
  );
}

/**
 * The button that Enter presses in a form whose first visible button has another purpose ("another picture"): browsers
 * take the first one. It is the first in the form, hidden from sight and from screen readers.
 */
export function DefaultButton({ name, value }: { name?: string; value?: string }) {
  return (
    <button className="visually-hidden" type="submit" name={name} value={value} tabIndex={-1} aria-hidden="true" />
  );
}

export interface ButtonLinkProps extends Look {
  to: string;
  track?: string;
  trackValue?: string;
  /** Fetched and stored instead of shown. */
  download?: boolean | string;
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink(props: ButtonLinkProps) {
  return (
    <a
      className={classOf(props)}
      href={props.to}
      download={props.download}
      data-track={props.track}
      data-track-value={props.trackValue}
    >
      {props.children}
    </a>
  );
}
