/** Keeps the screen on while the page is visible, if the browser supports it. */
export function keepScreenOn(): void {
  const requestLock = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock?.request('screen').catch(() => {
      // The browser refused, for example to save power; the screen may turn off.
    })
  }
  document.addEventListener('visibilitychange', requestLock)
  requestLock()
}
