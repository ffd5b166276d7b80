/** Keeps the screen on while the page is visible, if the browser can. */
export function keepScreenOn(): void {
  const requestLock = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock?.request('screen').catch(() => {
      // The browser has refused, to save power for one; the screen may go dark.
    })
  }
  document.addEventListener('visibilitychange', requestLock)
  requestLock()
}
