/** Object storage for pictures and documents. Keys are random, bytes are sealed before they leave the process, objects never change. */

export interface StoredObject {
  bytes: Uint8Array;
  contentType: string;
}

export interface ObjectPage {
  /** `storedAt` by the store's own clock. */
  items: { key: string; storedAt: Date }[];
  next: string | null;
}

export interface StoragePort {
  readonly adapter: string;
  /** Stores the object under a new random key. Throws when the store does not confirm it: no row may refer to a key before. */
  put(object: StoredObject): Promise<string>;
  /** The object, or undefined where there is none. Throws when the store does not answer or the bytes were changed. */
  get(key: string): Promise<StoredObject | undefined>;
  /**
   * One page of the store's objects in the order of their keys, starting after `after`; `next` continues, null at the
   * end. Other files in the same folder or bucket are omitted.
   */
  list(after?: string): Promise<ObjectPage>;
  /** Gone afterwards, also when it was gone before. */
  remove(key: string): Promise<void>;
}
