/** Object storage for pictures and documents. Keys are random, bytes are sealed before they leave the process, objects never change. */

export interface StoredObject {
  bytes: Uint8Array;
  contentType: string;
}

export interface StoragePort {
  readonly adapter: string;
  /** Stores the object under a new random key. Throws when the store cannot say that it has it: nothing may refer to a key before. */
  put(object: StoredObject): Promise<string>;
  /** The object, or undefined where there is none. Throws when the store does not answer or the bytes were changed. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Gone afterwards, also when it was gone before. */
  remove(key: string): Promise<void>;
}
