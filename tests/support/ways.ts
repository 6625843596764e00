/** Ways to walk one and the same job: with and without script, in a language and a colour scheme. */
import { basename } from "node:path";

const dayMilliseconds = 86_400_000;
const sumOf = (text: string): number => [...text].reduce((sum, character) => sum + character.charCodeAt(0), 0);

/**
 * The ways that this run walks: all in the long run, else one, and another one tomorrow (UTC). Which one differs by the file
 * (`import.meta.url`), so each run has journeys of each way, and languages.test.ts walks the main job in all of them.
 */
export const waysOfToday = <const Way>(file: string, all: readonly Way[]): readonly Way[] => {
  const today = Math.floor(Date.now() / dayMilliseconds) + sumOf(basename(file));
  return process.env["TEST_LONG"] ? all : [all[today % all.length] as Way];
};
