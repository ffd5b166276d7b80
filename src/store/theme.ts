import type { Theme } from '../domain/theme.ts'

/** The house palette is kept as no palette. */
export function themeText(theme: Theme): string | null {
  return theme === 'default' ? null : JSON.stringify(theme)
}

export function readTheme(stored: string | null): Theme {
  return stored === null ? 'default' : JSON.parse(stored)
}
