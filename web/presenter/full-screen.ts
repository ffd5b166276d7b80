/** Some browsers have none, telephones above all. */
export const hasFullScreen: boolean = document.fullscreenEnabled

/** What the browser does not allow just now it does not do; the page shows the same without. */
export function toggleFullScreen(): void {
  if (!hasFullScreen) return
  const changed =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen()
  changed.catch(() => {
    // The browser has refused, and the page stays as it is.
  })
}
