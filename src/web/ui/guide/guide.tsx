import type { ReactNode } from "react";
import { Scene, type SceneName } from "../scene/scene.tsx";
import { Prose } from "../text/prose.tsx";
import { Heading } from "../text/text.tsx";
import { guidePartsOf, type GuidePart } from "./parts-of.ts";

export interface GuideProps {
  /** A content's body; every heading of level two begins a part. */
  html: string;
  /** One picture per part, in order; further parts have none. */
  pictures?: readonly SceneName[];
  /** The number of first parts that are numbered steps. */
  steps?: number;
  /** `words`: a small picture next to the heading. `picture`: the picture first and large. */
  led?: "words" | "picture";
  /** Pictures link only to themselves; these words and the part's heading name the link. */
  enlarge?: string;
}

/** A text in parts, each with its picture: steps to follow, scams to know. */
export function Guide({ html, pictures = [], steps = 0, led = "words", enlarge }: GuideProps) {
  const { intro, parts } = guidePartsOf(html);
  const shown = parts.map((part, index) => (
    <Part
      key={part.id}
      part={part}
      picture={pictures[index]}
      number={index < steps ? index + 1 : undefined}
      led={led}
      enlarge={enlarge}
    />
  ));
  const list = `guide guide-${led}`;
  return (
    <>
      {intro !== "" && <Prose html={intro} />}
      {steps > 0 && <ol className={list}>{shown.slice(0, steps)}</ol>}
      {parts.length > steps && <ul className={list}>{shown.slice(steps)}</ul>}
    </>
  );
}

interface PartProps extends Pick<GuideProps, "enlarge"> {
  part: GuidePart;
  picture: SceneName | undefined;
  number: ReactNode;
  led: "words" | "picture";
}

function Part({ part, picture, number, led, enlarge }: PartProps) {
  const { id, title, body } = part;
  return (
    <li className="guide-part">
      {picture !== undefined && (
        <div className="guide-picture">
          {enlarge === undefined ? (
            <Scene name={picture} size={led === "picture" ? "large" : "small"} />
          ) : (
            <a className="guide-enlarge" href={`/webview/img-page?key=${picture}`}>
              <span className="visually-hidden">{`${enlarge}: ${title}`}</span>
              <Scene name={picture} size={led === "picture" ? "large" : "small"} />
            </a>
          )}
        </div>
      )}
      <div className="guide-head">
        {number !== undefined && (
          <span className="guide-number" aria-hidden="true">
            {number}
          </span>
        )}
        <Heading {...(/^[\w-]+$/.test(id) ? { id } : {})}>{title}</Heading>
      </div>
      <Prose html={body} />
    </li>
  );
}
