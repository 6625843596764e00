import { useTexts } from "#web/language.tsx";
import { FieldFrame } from "../field/field.tsx";
import type { FieldProps } from "../field/field.tsx";
import { useField } from "../form/form-state.tsx";
import { Icon } from "../icon/icon.tsx";
import { Illustration } from "../illustration/illustration.tsx";
import type { IllustrationName } from "../illustration/illustration.tsx";
import { kitTexts } from "../texts.ts";

export interface FileFieldProps extends Omit<FieldProps, "keep" | "defaultValue"> {
  /** MIME types, comma-separated; photos by default. */
  accept?: string;
  multiple?: boolean;
  /** Opens that camera at once: `user` for a selfie, `environment` for a document. */
  capture?: "user" | "environment";
  art?: IllustrationName;
  /** Addresses of earlier uploads. */
  current?: readonly { src: string; alt: string }[];
  required?: boolean;
  /** Small, for a row of several: once the script is there, a plus sign above the words is the button. */
  tile?: boolean;
  /** Sent as the browser sends it, without preview and progress: for the console, whose policy lets no further script in. */
  plain?: boolean;
  /** In a capable app, the app takes the picture and uploads it by a ticket of this kind; then the page continues at `next`, or reloads. */
  native?: { kind: "CARD_PHOTO" | "FACE" | "DOCUMENT"; documentKind?: string; next?: string };
}

function chooseText(accept: string, isTaken: boolean): "takePhoto" | "chooseFile" | "chooseVideo" | "choosePhoto" {
  if (isTaken) return "takePhoto";
  if (accept.startsWith("video/")) return "chooseVideo";
  return /pdf|csv/.test(accept) ? "chooseFile" : "choosePhoto";
}

/**
 * A photo or document: a plain file field in a frame, with room for its preview and for the progress of the upload. The
 * field's own button and words are the browser's; once the script that shows what was chosen is there, the whole frame is
 * the button, with words in the page's language.
 */
export function FileField(props: FileFieldProps) {
  const t = useTexts(kitTexts);
  const field = useField(props.name, {
    hint: props.hint,
    rules: props.required === undefined ? undefined : { required: props.required },
  });
  const { id, name, required } = field.control;
  const current = props.current ?? [];
  const accept = props.accept ?? "image/jpeg,image/png,image/webp";
  const choose = chooseText(accept, props.capture !== undefined);
  return (
    <FieldFrame field={field} label={props.label} hint={props.hint}>
      <div className={props.tile ? "file file-tile" : "file"}>
        <div className="file-preview" data-preview={props.plain ? undefined : name} aria-live="polite">
          {current.length === 0 &&
            (props.tile ? <Icon name="plus" /> : <Illustration name={props.art ?? "document"} />)}
          {current.map((picture) => (
            <img key={picture.src} src={picture.src} alt={picture.alt} loading="lazy" width={96} height={96} />
          ))}
        </div>
        <input
          className="file-input"
          type="file"
          id={id}
          name={name}
          required={required && current.length === 0}
          accept={accept}
          multiple={props.multiple}
          capture={props.capture}
          aria-describedby={field.control["aria-describedby"]}
          aria-invalid={field.control["aria-invalid"]}
          data-message-required={field.control["data-message-required"]}
          data-capture={props.native?.kind}
          data-capture-document={props.native?.documentKind}
          data-capture-next={props.native?.next}
        />
        <span className="file-choose" aria-hidden="true">
          {t(choose)}
        </span>
        <progress
          className="progress"
          data-upload-progress={name}
          max={100}
          value={0}
          aria-label={t("uploading")}
          hidden
        />
      </div>
    </FieldFrame>
  );
}
