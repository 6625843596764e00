/** Tracking data of a visit: the upload form of spec 3, and the values it may hold. No personal data and no secrets. */
import { trackableKeys } from "#shared/trackable.ts";

export interface UploadedEvent {
  /** P on page enter, C for a click or an input. */
  eventType: "P" | "C";
  businessEvent: string;
  eventValue: string;
  componentId: string;
  eventParams: {
    activity: string;
    elementType: string;
    elementId: string;
    elementContent: string;
    userKey?: string;
    userStatus?: string;
  };
  /** Milliseconds since 1970 by the visitor's clock. */
  eventTime: number;
  platformType: "WEB";
}

export interface TrackedEvent {
  businessEvent: string;
  eventValue?: string;
  componentId?: string;
  activity?: string;
  elementType?: string;
  elementId?: string;
  elementContent?: string;
}

export function trackingEventOf(
  eventType: "P" | "C",
  event: TrackedEvent,
  eventTime: number,
  attached: { userKey?: string; userStatus?: string } = {},
): UploadedEvent {
  const {
    businessEvent,
    eventValue = "",
    componentId = "",
    activity = "",
    elementType = "",
    elementId = "",
    elementContent = "",
  } = event;
  const short = (text: string) => text.slice(0, 100);
  const params = {
    activity: short(activity),
    elementType,
    elementId: short(elementId),
    elementContent: scrubbedText(elementContent),
  };
  return {
    eventType,
    businessEvent: short(businessEvent),
    eventValue: eventValue.slice(0, 300),
    componentId: short(componentId),
    eventParams: { ...params, ...attached },
    eventTime,
    platformType: "WEB",
  };
}

/** The part of a query that may be tracked: listed keys with short plain values. A run of seven digits could be a person's number (threat F7). */
export function trackedQuery(search: string): string {
  return [...new URLSearchParams(search)]
    .filter(([key, value]) => trackableKeys.includes(key) && /^[\w.-]{1,40}$/.test(value) && !/\d{7}/.test(value))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
}

/** An own path without parts that could identify a person or a thing: `/webview/message/8f3…` → `/webview/message/{}`. */
export function pathPattern(path: string): string {
  return path
    .split("/")
    .map((part) =>
      // Own words may end with the number of a second version: `toy-egg-2`, `register-human-v2`.
      /\d|%|^.{25}/.test(part) && !/^[a-z-]+-v?2$/.test(part) ? "{}" : part,
    )
    .join("/");
}

/** A text with its numbers, addresses of mailboxes and queries taken out. */
export function scrubbedText(text: string): string {
  return text
    .replace(/\S+@\S+/g, "@")
    .replace(/\?[^\s)]*/g, "?")
    .replace(/\d{4,}/g, "#")
    .slice(0, 300);
}

const maxEvents = 50;
/** A request that outlives its page may have 64 KB in all, including headers and braces. */
const maxBytes = 60_000;

/** Cuts a queue into uploads: at most 50 events and 60 KB each. An event that is too large alone is dropped. */
export function batchesOf<Entry>(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry)).length + 1;
    if (size > maxBytes) continue;
    const last = batches.at(-1);
    if (last && last.length < maxEvents && bytes + size <= maxBytes) {
      last.push(entry);
      bytes += size;
    } else {
      batches.push([entry]);
      bytes = size;
    }
  }
  return batches;
}
