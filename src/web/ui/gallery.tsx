/** Every component of the kit with examples, for developers. Mounted outside prod only. */
import type { Examples } from "./example.ts";
import { examples as amountStepper } from "./amount-stepper/examples.tsx";
import { examples as approval } from "./approval/examples.tsx";
import { examples as art } from "./art/examples.tsx";
import { examples as article } from "./article/examples.tsx";
import { examples as badge } from "./badge/examples.tsx";
import { examples as birthDateField } from "./birth-date-field/examples.tsx";
import { examples as button } from "./button/examples.tsx";
import { examples as captchaField } from "./captcha-field/examples.tsx";
import { examples as card } from "./card/examples.tsx";
import { examples as checkList } from "./check-list/examples.tsx";
import { examples as choices } from "./choices/examples.tsx";
import { examples as copyText } from "./copy-text/examples.tsx";
import { examples as cover } from "./cover/examples.tsx";
import { examples as dataTable } from "./data-table/examples.tsx";
import { examples as definitionList } from "./definition-list/examples.tsx";
import { examples as dialog } from "./dialog/examples.tsx";
import { examples as difference } from "./difference/examples.tsx";
import { examples as disclosure } from "./disclosure/examples.tsx";
import { examples as emptyState } from "./empty-state/examples.tsx";
import { examples as errorState } from "./error-state/examples.tsx";
import { examples as field } from "./field/examples.tsx";
import { examples as figureGrid } from "./figure-grid/examples.tsx";
import { examples as fileField } from "./file-field/examples.tsx";
import { examples as followUps } from "./follow-ups/examples.tsx";
import { examples as form } from "./form/examples.tsx";
import { examples as guide } from "./guide/examples.tsx";
import { examples as hero } from "./hero/examples.tsx";
import { examples as icon } from "./icon/examples.tsx";
import { examples as illustration } from "./illustration/examples.tsx";
import { examples as linkList } from "./link-list/examples.tsx";
import { examples as loading } from "./loading/examples.tsx";
import { examples as logo } from "./logo/examples.tsx";
import { examples as navigationBar } from "./navigation-bar/examples.tsx";
import { examples as notice } from "./notice/examples.tsx";
import { examples as numberedList } from "./numbered-list/examples.tsx";
import { examples as otpField } from "./otp-field/examples.tsx";
import { examples as page } from "./page/examples.tsx";
import { examples as pagination } from "./pagination/examples.tsx";
import { examples as problemSummary } from "./problem-summary/examples.tsx";
import { examples as progress } from "./progress/examples.tsx";
import { examples as receipt } from "./receipt/examples.tsx";
import { examples as scene } from "./scene/examples.tsx";
import { examples as scheduleTable } from "./schedule-table/examples.tsx";
import { examples as select } from "./select/examples.tsx";
import { examples as siteFooter } from "./site-footer/examples.tsx";
import { examples as siteHeader } from "./site-header/examples.tsx";
import { examples as stack } from "./stack/examples.tsx";
import { examples as steps } from "./steps/examples.tsx";
import { examples as tabBar } from "./tab-bar/examples.tsx";
import { examples as tabs } from "./tabs/examples.tsx";
import { examples as text } from "./text/examples.tsx";
import { examples as textField } from "./text-field/examples.tsx";
import { examples as timeline } from "./timeline/examples.tsx";
import { examples as toast } from "./toast/examples.tsx";

/** Keyed by the folder of the part. */
export const allExamples: Readonly<Record<string, Examples>> = {
  "site-header": siteHeader,
  hero,
  "navigation-bar": navigationBar,
  page,
  "tab-bar": tabBar,
  text,
  stack,
  card,
  receipt,
  "schedule-table": scheduleTable,
  timeline,
  notice,
  button,
  approval,
  form,
  field,
  "problem-summary": problemSummary,
  "text-field": textField,
  select,
  choices,
  "amount-stepper": amountStepper,
  "follow-ups": followUps,
  "file-field": fileField,
  "copy-text": copyText,
  "otp-field": otpField,
  "captcha-field": captchaField,
  steps,
  progress,
  badge,
  "birth-date-field": birthDateField,
  "definition-list": definitionList,
  "link-list": linkList,
  tabs,
  disclosure,
  dialog,
  toast,
  loading,
  "empty-state": emptyState,
  "error-state": errorState,
  "data-table": dataTable,
  difference,
  "check-list": checkList,
  "numbered-list": numberedList,
  "figure-grid": figureGrid,
  pagination,
  logo,
  icon,
  illustration,
  cover,
  art,
  article,
  scene,
  guide,
  "site-footer": siteFooter,
};

export function Gallery() {
  return (
    <div className="gallery">
      {Object.entries(allExamples).map(([part, examples]) => (
        <section className="gallery-part" key={part} id={`part-${part}`}>
          <h2 className="gallery-heading">{part}</h2>
          {Object.entries(examples).map(([name, example]) => (
            <div className="gallery-example" key={name}>
              <p className="gallery-name">{name}</p>
              {example}
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
