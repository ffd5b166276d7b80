/** Missing in some browsers, mostly on phones. */
export const hasFullScreen: boolean = document.fullscreenEnabled

/** Does nothing if the browser refuses; the page works without. */
export function toggleFullScreen(): void {
  if (!hasFullScreen) return
  const changed =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen()
  changed.catch(() => {
    // The browser has refused, and the page stays as it is.
  })
}
