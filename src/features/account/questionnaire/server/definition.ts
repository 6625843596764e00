/**
 * A questionnaire as its editors write it: Markdown that readers of the preview understand, and a structure that every
 * language has alike. // docs/decisions/241
 *
 *     `quota=5000`
 *
 *     ## How fast did the money arrive?
 *     `key=speed; type=scale; from=1; to=5; required; use=PRODUCT`
 *     A hint, where one helps.
 *     - `1` Very slow
 *     - `5` Very fast
 *
 *     ## What took so long?
 *     `key=why; type=text; use=PRODUCT; show-if=speed:1,2`
 */
import type { WrittenText } from "#features/platform/content/server/index.ts";
import {
  maxOptions,
  maxQuestions,
  questionTypes,
  questionUses,
  type QuestionnaireQuestion,
  type QuestionType,
  type QuestionUse,
} from "../contract.ts";

export interface Definition {
  /** Answers accepted before the questionnaire ends for all; null: unlimited. */
  quota: number | null;
  questions: QuestionnaireQuestion[];
}

const keyForm = /^[a-z][a-z0-9-]{0,39}$/;
const optionForm = /^[a-z0-9][a-z0-9-]{0,39}$/;
const [maxQuestionCharacters, maxHintCharacters, maxLabelCharacters] = [300, 300, 120];
const maxSteps = 11;
/** The style sheet holds a rule for each. */
const maxFollowUps = 3;
const settingNames = ["key", "type", "required", "use", "from", "to", "show-if"];

/** Parses a definition. Unreadable parts are in `faults`, each named by its question's key (or number) and the setting. */
export function parseDefinition(markdown: string): Definition & { faults: string[] } {
  const [preface = "", ...blocks] = `\n${markdown}`.split(/\n## /);
  const faults: string[] = [];
  const quota = quotaOf(preface.trim(), faults);
  const questions: QuestionnaireQuestion[] = [];
  for (const [index, block] of blocks.entries()) {
    const found = parseQuestion(block, String(index + 1), faults);
    if (questions.some((one) => one.questionKey === found.questionKey)) faults.push(`${found.questionKey}: key`);
    questions.push(found);
  }
  if (questions.length === 0 || questions.length > maxQuestions) faults.push("##");
  for (const [index, one] of questions.entries())
    if (one.showIf && !followsRightly(questions, index)) faults.push(`${one.questionKey}: show-if`);
  return { quota, questions, faults: [...new Set(faults)] };
}

function quotaOf(preface: string, faults: string[]): number | null {
  if (preface === "") return null;
  const [, quota] = /^`quota=([1-9]\d{0,6})`$/.exec(preface) ?? [];
  if (!quota) faults.push("quota");
  return quota ? Number(quota) : null;
}

function parseQuestion(block: string, number: string, faults: string[]): QuestionnaireQuestion {
  const [text = "", ...lines] = block.split("\n").map((line) => line.trim());
  const written = lines.filter((line) => line !== "");
  const settings = settingsOf(written[0] ?? "");
  const name = settings.get("key") && keyForm.test(settings.get("key") ?? "") ? settings.get("key")! : number;
  const wrong = (setting: string) => faults.push(`${name}: ${setting}`);
  const rest = settings.size > 0 ? written.slice(1) : written;
  const options = rest.flatMap((line) => {
    const [, value, label] = /^- `([^`]*)` (.+)$/.exec(line) ?? [];
    return value !== undefined && label ? [{ value, label }] : [];
  });
  const hint = rest.filter((line) => !line.startsWith("- ")).join(" ");
  for (const setting of settings.keys()) if (!settingNames.includes(setting)) wrong(setting);
  if (!keyForm.test(settings.get("key") ?? "")) wrong("key");
  if (text === "" || text.length > maxQuestionCharacters) wrong("##");
  if (hint.length > maxHintCharacters) wrong("hint");
  const isStrange = rest.some((line) => line.startsWith("- ") && !/^- `[^`]*` .+$/.test(line));
  if (isStrange || options.some(({ value, label }) => !optionForm.test(value) || label.length > maxLabelCharacters))
    wrong("options");
  const type = settings.get("type") as QuestionType;
  if (!questionTypes.includes(type)) wrong("type");
  const use = settings.get("use") as QuestionUse;
  if (!questionUses.includes(use)) wrong("use");
  const [, shownBy, shownValues] = /^([a-z0-9-]+):([a-z0-9,-]+)$/.exec(settings.get("show-if") ?? "") ?? [];
  if (settings.has("show-if") && !shownBy) wrong("show-if");
  const question: QuestionnaireQuestion = {
    questionKey: name,
    text,
    hint: hint === "" ? null : hint,
    type: questionTypes.includes(type) ? type : "text",
    required: settings.has("required"),
    use: questionUses.includes(use) ? use : "STATISTICS",
    options,
    from: wholeNumber(settings.get("from")),
    to: wholeNumber(settings.get("to")),
    showIf: shownBy ? { questionKey: shownBy, values: shownValues!.split(",") } : null,
  };
  for (const setting of boundFaults(question)) wrong(setting);
  return question;
}

/** Reads `key=speed; required` as a map; a key without a value has "". */
function settingsOf(line: string): Map<string, string> {
  const [, inner = ""] = /^`([^`]+)`$/.exec(line) ?? [];
  return new Map(
    inner
      .split(";")
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        const at = part.indexOf("=");
        return at < 0 ? [part, ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
      }),
  );
}

const wholeNumber = (written: string | undefined): number | null =>
  written !== undefined && /^-?\d{1,12}$/.test(written) ? Number(written) : null;

/** Checks options and bounds, by the question's type. */
function boundFaults({ type, options, from, to }: QuestionnaireQuestion): string[] {
  const isRepeated = new Set(options.map(({ value }) => value)).size !== options.length;
  if (type === "single" || type === "multiple")
    return isRepeated || options.length < 2 || options.length > maxOptions ? ["options"] : [];
  if (type === "scale" || type === "number") {
    if (from === null || to === null || from >= to) return ["from, to"];
    if (type === "number") return options.length > 0 ? ["options"] : [];
    if (from < 0 || to - from >= maxSteps) return ["from, to"];
    const ends = [String(from), String(to)];
    return isRepeated || options.some(({ value }) => !ends.includes(value)) ? ["options"] : [];
  }
  return options.length > 0 || from !== null || to !== null ? ["options"] : [];
}

/**
 * A dependent question directly follows the one it depends on, or others with the same dependency; that one has a
 * closed list of answers and is always asked. So a page can show them as one group, by CSS alone.
 */
function followsRightly(questions: readonly QuestionnaireQuestion[], index: number): boolean {
  const { showIf } = questions[index]!;
  let at = index - 1;
  while (at >= 0 && questions[at]!.showIf?.questionKey === showIf!.questionKey) at--;
  const question = questions[at];
  if (!question || question.questionKey !== showIf!.questionKey || question.showIf || index - at > maxFollowUps)
    return false;
  const possible = closedAnswers(question);
  return possible.length > 0 && showIf!.values.every((value) => possible.includes(value));
}

/** The answers possible for a question of a closed type, as stored; empty for other types. */
export function closedAnswers({ type, options, from, to }: QuestionnaireQuestion): string[] {
  if (type === "single" || type === "multiple") return options.map(({ value }) => value);
  if (type !== "scale" || from === null || to === null) return [];
  return Array.from({ length: to - from + 1 }, (_, step) => String(from + step));
}

/** The parts that must be the same in each language: everything but the words. */
export function skeletonOf({ markdown, head }: WrittenText): string {
  const { quota, questions } = parseDefinition(markdown);
  return JSON.stringify([
    quota,
    head.section,
    questions.map(({ text: _text, hint, options, ...rest }) => ({
      ...rest,
      hasHint: hint !== null,
      options: options.map(({ value }) => value),
    })),
  ]);
}

/** The faulty places of a text; a survey is anonymous, so none of it can serve a credit review. */
export function wrongIn({ markdown, head }: WrittenText): string[] {
  const { questions, faults } = parseDefinition(markdown);
  const isSurvey = head.section === "SURVEY";
  const personal = questions.filter(({ use }) => isSurvey && use === "UNDERWRITING_REVIEW");
  return [...new Set([...faults, ...personal.map(({ questionKey }) => `${questionKey}: use`)])];
}
