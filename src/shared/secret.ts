/** A value that must not be printed: a password, a code, a key. Whatever prints it by accident shows a mark instead. */

export const redacted = "[redacted]";

/** Hides `value` from `toString`, `JSON.stringify`, template strings and inspection. Only `reveal` returns it. */
export class Secret<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** The value itself, for the one place that needs it. */
  reveal(): T {
    return this.#value;
  }
  toString(): string {
    return redacted;
  }
  toJSON(): string {
    return redacted;
  }
  valueOf(): string {
    return redacted;
  }
  [Symbol.toPrimitive](): string {
    return redacted;
  }
  /** Called by Node's console and `util.inspect`; the symbol is shared by name, so no import of Node is needed. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return redacted;
  }
}
