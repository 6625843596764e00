import { useLanguage, useTexts } from "#web/language.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { FollowUps } from "#web/ui/follow-ups/follow-ups.tsx";
import { DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { say } from "#shared/texts.ts";
import { maxTextCharacters, type QuestionnaireQuestion } from "../contract.ts";
import { texts } from "../texts.ts";

/** A question with those that follow from its answers. */
export interface QuestionWithFollowUps {
  asked: QuestionnaireQuestion;
  followUps: QuestionnaireQuestion[];
}

/** Questions that depend on another come after it: each with the one that it follows. */
export function questionGroupsOf(questions: readonly QuestionnaireQuestion[]): QuestionWithFollowUps[] {
  const groups: QuestionWithFollowUps[] = [];
  for (const question of questions) {
    const group = groups.find(({ asked }) => asked.questionKey === question.showIf?.questionKey);
    if (group) group.followUps.push(question);
    else groups.push({ asked: question, followUps: [] });
  }
  return groups;
}

/** One numbered question, and below it the questions that depend on its answers. */
export function QuestionGroup({ group, number }: { group: QuestionWithFollowUps; number: number }) {
  const { asked, followUps } = group;
  const field = <QuestionField question={asked} number={number} followUps={followUps} />;
  if (followUps.length === 0) return field;
  return (
    <FollowUps asked={field}>
      {followUps.map((one) => (
        <QuestionField key={one.questionKey} question={one} />
      ))}
    </FollowUps>
  );
}

function QuestionField({
  question,
  number,
  followUps = [],
}: {
  question: QuestionnaireQuestion;
  number?: number;
  followUps?: readonly QuestionnaireQuestion[];
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { questionKey, text, hint, type, required, from, to, options } = question;
  const isFollowUp = question.showIf !== null;
  const name = `answers.${questionKey}`;
  const words = number === undefined ? text : `${number}. ${text}`;
  const hints = [hint, ...hintsOf(question).map((one) => say(one.text, language, one.values))]
    .filter(Boolean)
    .join(" ");
  const common = {
    name,
    label: words,
    keep: true,
    ...(hints === "" ? {} : { hint: hints }),
    // A hidden question cannot be required by the browser, so the server checks it.
    ...(isFollowUp ? { conditional: required } : { required }),
  };
  /** A group of choices has no mark for "optional", so the label says it. */
  const marked = required ? common : { ...common, label: `${words} (${t("optional")})` };
  const shows = (value: string) => {
    const numbers = followUps.flatMap((one, index) => (one.showIf?.values.includes(value) ? [index + 1] : []));
    return numbers.length > 0 ? { shows: numbers.join(" ") } : {};
  };
  switch (type) {
    case "single":
    case "multiple":
      return (
        <Choices
          {...marked}
          multiple={type === "multiple"}
          choices={options.map(({ value, label }) => ({ value, label, ...shows(value) }))}
        />
      );
    case "scale": {
      const steps = Array.from({ length: to! - from! + 1 }, (_, index) => String(from! + index));
      return (
        <Choices
          {...marked}
          columns={3}
          choices={steps.map((step) => ({ value: step, label: step, ...shows(step) }))}
        />
      );
    }
    case "number":
      return <TextField {...common} inputMode={from! < 0 ? "text" : "numeric"} autoComplete="off" />;
    case "date":
      return <DateField {...common} />;
    case "text":
      return <TextArea {...common} rows={4} />;
  }
}

/** Hints about the answer, by the question's type. */
function hintsOf({ type, from, to, options }: QuestionnaireQuestion) {
  if (type === "text") return [{ text: texts.textHint, values: { count: maxTextCharacters } }];
  if (type === "multiple") return [{ text: texts.multipleHint, values: {} }];
  if (type === "number") return [{ text: texts.numberHint, values: { from: from!, to: to! } }];
  if (type !== "scale") return [];
  const word = (step: number | null) => options.find(({ value }) => value === String(step))?.label;
  const [low, high] = [word(from), word(to)];
  return low && high ? [{ text: texts.scaleHint, values: { from: from!, low, to: to!, high } }] : [];
}
