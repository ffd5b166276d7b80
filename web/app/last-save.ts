/** Resolves when the last closed draft has been saved. The list is read afterwards, so that it does not show the previous state. */
export const lastSave: { ended: Promise<unknown> } = { ended: Promise.resolve() }
