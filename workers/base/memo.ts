/** `make`, called once for each owner: a model, or what was derived from one. */
export function once<Owner extends object, T>(make: (owner: Owner) => T): (owner: Owner) => T {
  return onceBy((owner) => owner, make);
}

/** `make`, called once for all that have the same owner: models that differ only in what `make` does not look at. */
export function onceBy<From, T>(ownerOf: (from: From) => object, make: (from: From) => T): (from: From) => T {
  const known = new WeakMap<object, T>();
  return (from) => {
    const owner = ownerOf(from);
    let value = known.get(owner);
    if (value === undefined) {
      value = make(from);
      known.set(owner, value);
    }
    return value;
  };
}

/** `make`, called when its value is first asked for, and let go of then with all that it holds. */
export function atFirst<T>(make: () => T): () => T {
  let pending: (() => T) | null = make;
  let value: T;
  return () => {
    if (pending) {
      value = pending();
      pending = null;
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
