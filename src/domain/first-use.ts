/** A value that is made when it is first asked for, because every start would otherwise wait for it. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** As `onFirstUse`, for what is loaded. A failure is not kept: it may have lasted a moment, as for a lack of file descriptors. */
export function loadOnFirstUse<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch(error => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
