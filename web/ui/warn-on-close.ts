/** Browsers ask before the page is closed. @returns a function that stops this */
export function warnOnClose(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
