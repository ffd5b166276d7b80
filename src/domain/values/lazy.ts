/** Makes a value on first use, so that it does not slow down every start. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Like `lazy`, but asynchronous. A failure is not remembered, because it may be temporary, such as a lack of file
 * descriptors.
 */
export function lazyAsync<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch(error => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
