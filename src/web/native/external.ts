/** Addresses outside the app, in the exact forms that an app can be asked to open; others stay plain links. */
export interface External {
  kind: "PHONE" | "MAIL" | "WHATSAPP";
  value: string;
}

const forms: readonly [kind: External["kind"], form: RegExp][] = [
  ["PHONE", /^tel:(\+?\d{3,15})$/],
  ["MAIL", /^mailto:([^\s@?&]{1,64}@[^\s@?&]{1,190})$/],
  ["WHATSAPP", /^https:\/\/wa\.me\/(\d{8,15})$/],
];

/** Null for another address, or one with more in it: a subject, a text. */
export function externalOf(address: string): External | null {
  for (const [kind, form] of forms) {
    const value = form.exec(address)?.[1];
    if (value !== undefined) return { kind, value };
  }
  return null;
}
