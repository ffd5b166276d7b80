/** Keeps the screen from going dark while it is looked at, where the browser can. */
export function keepScreenOn(): void {
  const requestLock = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', requestLock)
  requestLock()
}
