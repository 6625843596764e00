import { useContext, type ReactNode } from "react";
import type { Envelope, Policy } from "#shared/contract.ts";
import type { Text } from "#shared/texts.ts";
import { PreviewContext, useGivenFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { ProblemSummary } from "../problem-summary/problem-summary.tsx";
import { kitTexts } from "../texts.ts";
import { FormContext } from "./form-state.tsx";
import type { FormValues } from "./form-state.tsx";
import { fieldRulesOf } from "./rules.ts";

/** The part of a call that a form needs; every call fits, whatever the types of its Valibot schema. */
export interface FormCall {
  input: object;
  policy: Policy;
  fieldProblems?: Readonly<Record<string, Text>>;
}

export interface FormProps {
  /** The call that its action makes: gives the fields' rules and texts. */
  call?: FormCall;
  /** Needed only with two forms on one page: prefix of its fields' ids. */
  id?: string;
  /** Where it posts to; without it, to this page. */
  action?: string;
  method?: "post" | "get";
  /** The values typed before, so that an error loses nothing. */
  values?: FormValues;
  /** The refusal that the action answered with. */
  failure?: Envelope;
  /** Labels of fields by path, which the summary above shows instead of their errors. */
  names?: Readonly<Record<string, string>>;
  /** A fresh key from the loader (`random.uuid()`), or the one sent before a failure: a second try keeps it. */
  idempotencyKey?: string;
  /** While typing, the region `<LiveRegion>` is fetched again from this path with the form's fields as query. */
  live?: string;
  /** Has file fields. */
  upload?: boolean;
  /** A chosen file is sent at once, by script; without script the form's button sends it. */
  atOnce?: boolean;
  /** The form has one field: its error appears at the field only, not above the form again. */
  single?: boolean;
  /** Shows nothing but errors: takes no space between the parts around it. */
  bare?: boolean;
  /** A form without fields: it is sent to its own page automatically once visible, and then disappears; without script its button sends it. Only for actions that may be repeated. */
  afterLoad?: boolean;
  /** Answered with a file, behind which the page stays: the browser sends it, and the enhancer, which waits for a page, leaves it alone. */
  download?: boolean;
  /** Grows to the height of the screen, so that its `<ActionBar>` is at the bottom. */
  fill?: boolean;
  children: ReactNode;
}

/**
 * A real form that works without script: posts to a route's action and shows refusals above and at each field. The
 * enhancer finds it by `data-enhance`. Throws when a call that needs an idempotency key gets none.
 */
export function Form(props: FormProps) {
  const t = useTexts(kitTexts);
  const { call, failure, method = "post" } = props;
  const id = props.id ?? "f";
  const needsKey = call !== undefined && "idempotent" in call.policy && call.policy.idempotent === true;
  if (needsKey && !props.idempotencyKey) throw new Error("This call is idempotent: give its form an idempotencyKey");
  const state = {
    id,
    rules: call ? fieldRulesOf(call.input) : new Map(),
    values: props.values ?? {},
    problems: failure?.status.fields ?? [],
    texts: call?.fieldProblems ?? {},
  };
  const className = props.bare ? "form-bare" : props.fill ? "form form-fill" : "form";
  const isPreview = useContext(PreviewContext);
  useScriptPart("live", !isPreview && props.live !== undefined);
  // A form of the console that would be refused is not shown. // Threat E4t
  const staff = useGivenFrame()?.staff;
  if (staff && call?.policy.who === "staff" && !staff.permissions.includes(call.policy.permission)) return null;
  if (isPreview)
    return (
      <div className={className}>
        <FormContext value={state}>{props.children}</FormContext>
      </div>
    );
  return (
    <form
      className={className}
      id={id}
      method={method}
      action={props.action}
      encType={props.upload ? "multipart/form-data" : undefined}
      data-enhance={props.download ? undefined : ""}
      data-live={props.live}
      data-send-at-once={props.atOnce ? "" : undefined}
      data-after-load={props.afterLoad ? "" : undefined}
      data-message-network={t("networkProblem")}
    >
      {props.idempotencyKey && <input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />}
      <ProblemSummary
        formId={id}
        failure={props.single && state.problems.length > 0 ? undefined : failure}
        names={props.names}
      />
      <FormContext value={state}>{props.children}</FormContext>
    </form>
  );
}

export interface LiveRegionProps {
  /** The region's state. The enhancer does not replace a region with an unchanged state, so that open details and the reading position stay. */
  state?: string;
  /** Parts that only a later state shows. Never visible itself: it keeps their style rules in the page. */
  later?: ReactNode;
  children: ReactNode;
}

/** A region that changes with the form's fields, or while the page waits: a quote, a total, a payment. The enhancer replaces its contents. */
export function LiveRegion({ state, later, children }: LiveRegionProps) {
  return (
    <>
      <div className="live-region" data-live-region={state ?? ""} aria-live="polite">
        {children}
      </div>
      {later !== undefined && <template>{later}</template>}
    </>
  );
}
