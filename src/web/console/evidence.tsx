/**
 * Photos next to each other: links open them one by one; radio buttons and CSS enlarge and turn them, so a closer look
 * makes no new request. The address says which photo is open, and its call writes that to the audit trail.
 */
import { LocalInstant } from "#web/console/local-time.tsx";
import { useTexts } from "#web/language.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { consoleTexts } from "./texts.ts";

export interface EvidencePhoto {
  id: string;
  /** Its label: `KTP`, `Foto 2`. */
  name: string;
  /** Its call's address. */
  picture: string;
  /** When it arrived; omitted when the page says so elsewhere. */
  at?: string;
  /** Played, and neither made larger nor turned. */
  isVideo?: boolean;
}

export interface EvidenceProps {
  /** "Evidence" by default. */
  heading?: string;
  photos: readonly EvidencePhoto[];
  /** The page without `left` and `right`. */
  path: string;
  /** Ids of the open pictures; an unknown one opens nothing. */
  left: string | null;
  right: string | null;
}

const zooms = ["1", "2", "3"] as const;
const turns = ["0", "90", "180", "270"] as const;

export function Evidence({ heading, photos, path, left, right }: EvidenceProps) {
  const t = useTexts(consoleTexts);
  const address = (sides: { left: string | null; right: string | null }) => {
    const query = new URLSearchParams(
      Object.entries(sides).filter((side): side is [string, string] => side[1] !== null),
    );
    return `${path}${query.size > 0 ? `?${query}` : ""}#evidence`;
  };
  const open = { left, right };
  const shown = (["left", "right"] as const).flatMap((side) => {
    const photo = photos.find(({ id }) => id === open[side]);
    return photo ? [{ side, photo }] : [];
  });
  return (
    <Section heading={heading ?? t("evidence")} id="evidence">
      {photos.length === 0 ? (
        <Small>{t("noEvidence")}</Small>
      ) : (
        <>
          <Small>{t("evidenceLead")}</Small>
          <ul className="evidence-list">
            {photos.map((photo) => (
              <li key={photo.id} className="evidence-item">
                <span className="evidence-name">
                  {photo.name}
                  {photo.at !== undefined && (
                    <Small>
                      <LocalInstant at={photo.at} />
                    </Small>
                  )}
                </span>
                {(["left", "right"] as const).map((side) => (
                  <a
                    key={side}
                    className="evidence-open"
                    href={address({ ...open, [side]: photo.id })}
                    aria-label={t(side === "left" ? "leftOf" : "rightOf", { name: photo.name })}
                    aria-current={open[side] === photo.id ? "true" : undefined}
                  >
                    {t(side === "left" ? "openLeft" : "openRight")}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {shown.length > 0 && (
        <div className={shown.length === 2 ? "evidence-panes evidence-both" : "evidence-panes"}>
          {shown.map(({ side, photo }) => (
            <Pane key={side} side={side} photo={photo} close={address({ ...open, [side]: null })} />
          ))}
        </div>
      )}
    </Section>
  );
}

function Pane({ side, photo, close }: { side: "left" | "right"; photo: EvidencePhoto; close: string }) {
  const t = useTexts(consoleTexts);
  return (
    <figure className="evidence-pane">
      <figcaption className="evidence-caption">
        <span>{photo.name}</span>
        <a href={close}>{t("closePhoto")}</a>
      </figcaption>
      {photo.isVideo ? (
        // As it came from a borrower's phone, without speech: there is nothing to caption.
        <video className="evidence-video" src={photo.picture} aria-label={photo.name} controls muted playsInline />
      ) : (
        <Sheet side={side} photo={photo} />
      )}
    </figure>
  );
}

function Sheet({ side, photo }: { side: "left" | "right"; photo: EvidencePhoto }) {
  const t = useTexts(consoleTexts);
  return (
    <>
      <Dial group={`${side}-zoom`} legend={t("zoom")} values={zooms} unit="×" kind="zoom" />
      <Dial group={`${side}-turn`} legend={t("turn")} values={turns} unit="°" kind="turn" />
      <div className="evidence-window" role="region" aria-label={t("photo", { name: photo.name })} tabIndex={0}>
        <div className="evidence-sheet">
          <img className="evidence-picture" src={photo.picture} alt={photo.name} />
        </div>
      </div>
    </>
  );
}

/** Radio buttons for CSS only; they are outside every form and never sent. */
function Dial({
  group,
  legend,
  values,
  unit,
  kind,
}: {
  group: string;
  legend: string;
  values: readonly string[];
  unit: string;
  kind: "zoom" | "turn";
}) {
  return (
    <fieldset className="evidence-dial">
      <legend className="evidence-legend">{legend}</legend>
      {values.map((value, index) => (
        <label key={value} className="evidence-choice">
          <input
            type="radio"
            className={`evidence-${kind}-${value}`}
            name={group}
            value={value}
            defaultChecked={index === 0}
          />
          {value}
          {unit}
        </label>
      ))}
    </fieldset>
  );
}
