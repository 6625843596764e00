/** Ways to walk one and the same job: with and without script, in a language and a colour scheme. */
import { basename } from "node:path";

const sumOf = (text: string): number => [...text].reduce((sum, character) => sum + character.charCodeAt(0), 0);

/**
 * The ways that a run walks: all in the long run, else one, which the file's name decides (`import.meta.url`). So a run has
 * journeys of each way, the same ones each time, and languages.test.ts walks the main job in all of them.
 */
export const waysOf = <const Way>(file: string, all: readonly Way[]): readonly Way[] =>
  process.env["TEST_LONG"] ? all : [all[sumOf(basename(file)) % all.length] as Way];
