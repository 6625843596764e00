/** Why a face was not verified, in the words of the calls that ask for one. */
import { Refusal } from "#server/call/refusal.ts";
import type { FaceCheckAnswer } from "#server/outside/face-check/port.ts";
import type { checkFace } from "../contract.ts";

/** The refusal for a face that was not verified. A match of a person or card that has changed since says nothing about the new one. */
export function faceRefusal(outcome: FaceCheckAnswer["outcome"], attemptsLeft: number): Refusal {
  switch (outcome) {
    case "NO_MATCH":
      return attemptsLeft > 0
        ? new Refusal<typeof checkFace.problems>("FACE_NO_MATCH", { attemptsLeft })
        : new Refusal("FACE_CHECK_EXHAUSTED");
    case "NOT_REGISTERED":
      return attemptsLeft > 0
        ? new Refusal<typeof checkFace.problems>("FACE_NOT_REGISTERED", { attemptsLeft })
        : new Refusal("FACE_CHECK_EXHAUSTED");
    case "UNREADABLE":
      return new Refusal("FACE_UNREADABLE");
    case "MATCH":
    case "UNAVAILABLE":
      return new Refusal("FACE_UNAVAILABLE");
  }
}
