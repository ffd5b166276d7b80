/** Missing in some browsers, mostly on phones. */
export const hasFullScreen: boolean = document.fullscreenEnabled

/** Does nothing if the browser refuses, because the page works without it. */
export function toggleFullScreen(): void {
  if (!hasFullScreen) return
  const changed =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen()
  changed.catch(() => {
    // The browser refused, and the page stays unchanged.
  })
}
