import { useTexts } from "#web/language.tsx";
import { Scene, type SceneName } from "#web/ui/scene/scene.tsx";
import { guidePartsOf } from "#web/ui/guide/parts-of.ts";
import { texts } from "../texts.ts";

/**
 * A picture story that plays once started: pictures, captions and progress by CSS alone, so it needs no script and no
 * video file. Its words are below it for everyone; it is hidden for readers who prefer less motion.
 */
export function Story({ html, pictures, path }: { html: string; pictures: readonly SceneName[]; path: string }) {
  const t = useTexts(texts);
  const { parts } = guidePartsOf(html);
  return (
    <div className="story">
      <input className="story-play visually-hidden" type="checkbox" id="story-play" />
      <div className="story-stage" aria-hidden="true">
        <div className="story-bar">
          {parts.map(({ id }) => (
            <span className="story-part" key={id} />
          ))}
        </div>
        {parts.map(({ id, title, body }, index) => (
          <div className="story-slide" key={id}>
            <Scene name={pictures[index] ?? "amount"} />
            <strong className="story-title">{title}</strong>
            <p className="story-words">{body.replace(/<[^>]*>/g, "").replaceAll("&amp;", "&")}</p>
          </div>
        ))}
        <label className="story-tap" htmlFor="story-play" />
      </div>
      <div className="story-controls">
        <label className="button button-primary story-label" htmlFor="story-play">
          <span className="story-start">{t("play")}</span>
          <span className="story-pause">{t("pause")}</span>
        </label>
        <a className="button button-secondary" href={path} data-track="story-again">
          {t("again")}
        </a>
      </div>
    </div>
  );
}
