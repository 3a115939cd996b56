/** `make`, called once for each owner: a model, or what was derived from one. */
export function once<Owner extends object, T>(make: (owner: Owner) => T): (owner: Owner) => T {
  const known = new WeakMap<Owner, T>();
  return (owner) => {
    let value = known.get(owner);
    if (value === undefined) {
      value = make(owner);
      known.set(owner, value);
    }
    return value;
  };
}

/** Bases that a user goes to and fro between. */
const KEPT = 4;

/** `make`, called once for each owner and key; of an owner's keys those asked for last are kept. */
export function lately<Owner extends object, Key, T>(
  make: (owner: Owner, key: Key) => T,
): (owner: Owner, key: Key) => T {
  const mapOf = once((_: Owner) => new Map<string, T>());
  return (owner, key) => {
    const map = mapOf(owner);
    const text = JSON.stringify(key);
    const value = map.get(text) ?? make(owner, key);
    map.delete(text);
    map.set(text, value);
    const [oldest] = map.keys();
    if (map.size > KEPT) map.delete(oldest);
    return value;
  };
}
