/** Keeps the screen on while the page is visible, if the browser can. */
export function keepScreenOn(): void {
  const requestLock = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', requestLock)
  requestLock()
}
