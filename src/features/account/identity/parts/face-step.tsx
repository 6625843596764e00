import type { ReactNode } from "react";
import { formatInstant } from "#shared/dates.ts";
import { maxVideoMegabytes, maxVideoSeconds } from "#shared/fields/video.ts";
import { useFrame } from "#web/frame.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { FaceReviewFlow, FaceReviewView } from "../contract.ts";
import { faceCheckStaffTexts } from "./staff-check-texts.ts";
import { texts } from "../texts.ts";

/** The way by which staff compare the face, instead of a machine. */
export interface StaffCheck {
  flow: FaceReviewFlow;
  /** Requests a check by staff, and sends the files to compare: `askStaff` comes first. */
  form: BoundForm;
  faceReview: FaceReviewView | null;
  /** Comparison by the machine. */
  attemptsLeft: number;
}

export interface FaceStepProps {
  of: BoundForm;
  action: string;
  /** Replaces the step's own title. */
  title?: ReactNode;
  /** Fields that come before the selfie. */
  children?: ReactNode;
  /** Values that the page fills in, of both forms. */
  hidden?: Readonly<Record<string, string>>;
  /** The button's text instead of "check my face", where the face is not checked at once. */
  act?: string;
  /** Absent where only the machine compares. */
  staff?: StaffCheck;
}

/** The selfie, with the agreement to compare it: face data is asked for at the moment it is needed and for this alone. */
export function FaceStep({ staff, ...props }: FaceStepProps) {
  const t = useTexts(texts);
  const { of, action, title, children, hidden = {}, act } = props;
  const mode = useMode(staff);
  if (staff && mode !== "MACHINE") return <ByStaff {...props} staff={staff} isChosen={mode === "CHOSEN"} />;
  return (
    <>
      {title ?? <Title lead={t("faceLead")}>{t("faceTitle")}</Title>}
      {staff?.faceReview?.state === "REJECTED" && <Why review={staff.faceReview} />}
      <ActionForm of={of} action={action} upload fill hidden={hidden}>
        {children}
        <FileField
          name="photo"
          label={t("faceField")}
          art="selfie"
          capture="user"
          required
          {...(staff?.flow === "IDENTITY" ? { native: { kind: "FACE" } as const } : {})}
        />
        <Checkbox name="agreed" required>
          {t("faceAgree")}
        </Checkbox>
        <Small>
          <a href="/webview/static-agreement/authentication-service">{t("faceAgreement")}</a>
        </Small>
        {staff && <ToStaff action={action} />}
        <ActionBar>
          <Button track="identity_face_check">{act ?? t("checkFace")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

/** MACHINE, or by staff: because it is the only way left, or because the person chose it. */
function useMode(staff: StaffCheck | undefined): "MACHINE" | "STAFF" | "CHOSEN" {
  const { pathWithQuery } = useFrame();
  if (!staff) return "MACHINE";
  const { flow, faceReview, attemptsLeft, form } = staff;
  const isOpen = faceReview?.flow === flow && faceReview.state !== "REJECTED";
  if (isOpen || attemptsLeft === 0) return "STAFF";
  const isAsked = new URL(pathWithQuery, "http://own.invalid").searchParams.has("staff");
  return isAsked || form.answer ? "CHOSEN" : "MACHINE";
}

const withStaff = (action: string): string => `${action}${action.includes("?") ? "&" : "?"}staff=1`;

function ToStaff({ action }: { action: string }) {
  const t = useTexts(faceCheckStaffTexts);
  return (
    <Small>
      {t("refuse")} <a href={withStaff(action)}>{t("askStaff")}</a>
    </Small>
  );
}

function Why({ review: { reason } }: { review: FaceReviewView }) {
  const t = useTexts(faceCheckStaffTexts);
  return (
    <Notice kind="attention" title={t("rejectedTitle")}>
      {reason}
    </Notice>
  );
}

function ByStaff({
  of,
  action,
  title,
  children,
  hidden = {},
  staff,
  isChosen,
}: FaceStepProps & { staff: StaffCheck; isChosen: boolean }) {
  const t = useTexts(faceCheckStaffTexts);
  const face = useTexts(texts);
  const { form, faceReview, attemptsLeft, flow } = staff;
  const review = faceReview?.flow === flow ? faceReview : null;
  if (review?.state === "APPROVED" && flow !== "IDENTITY")
    return (
      <>
        <Title lead={t("approvedLead")}>{t("approvedTitle")}</Title>
        <ActionForm of={of} action={action} upload fill hidden={hidden}>
          <ActionBar>
            <Button track="identity_face_approved">{t("goOn")}</Button>
          </ActionBar>
        </ActionForm>
      </>
    );
  if (review?.state === "WAITING" && review.hasSelfie) return <Waiting review={review} />;
  return (
    <>
      <Heading title={isChosen ? title : undefined} isExhausted={attemptsLeft === 0} review={review} />
      <FormRefusal of={of} />
      {review?.state === "REJECTED" && <Why review={review} />}
      {review?.state === "ASKED" && (
        <Notice kind="attention">
          <ul>
            {review.asked.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ActionForm of={form} id="staff" action={withStaff(action)} upload fill hidden={hidden}>
        {children}
        <FileField name="photo" label={face("faceField")} art="selfie" capture="user" required />
        <FileField
          name="video"
          label={t("video")}
          hint={t("videoHint", { megabytes: maxVideoMegabytes, seconds: maxVideoSeconds })}
          accept="video/mp4,video/webm"
        />
        <Small>
          {t("note")} {isChosen && <a href={action}>{t("byMachine")}</a>}
        </Small>
        <ActionBar>
          <Button track="identity_face_staff">{t(review?.state === "ASKED" ? "send" : "askStaff")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

function Heading({
  title,
  isExhausted,
  review,
}: {
  title: ReactNode;
  isExhausted: boolean;
  review: FaceReviewView | null;
}) {
  const t = useTexts(faceCheckStaffTexts);
  const language = useLanguage();
  if (review?.state === "ASKED" || review?.state === "WAITING")
    return (
      <Title lead={t("moreLead", { until: formatInstant(new Date(review.promisedUntil), language) })}>
        {t("moreTitle")}
      </Title>
    );
  if (isExhausted) return <Title lead={t("exhaustedLead")}>{t("exhaustedTitle")}</Title>;
  return title ?? <Title lead={t("chosenLead")}>{t("chosenTitle")}</Title>;
}

function Waiting({ review: { promisedUntil, isLate } }: { review: FaceReviewView }) {
  const t = useTexts(faceCheckStaffTexts);
  const language = useLanguage();
  const until = formatInstant(new Date(promisedUntil), language);
  return (
    <Stack gap="loose">
      <EmptyState level={1} art="shield" title={t("waitingTitle")}>
        {isLate ? t("lateBody") : t("waitingBody", { until })}
      </EmptyState>
    </Stack>
  );
}
