import type { Theme } from '../domain/surveys/survey-settings/theme.ts'

/** The default theme is stored as null. */
export function themeText(theme: Theme): string | null {
  return theme === 'default' ? null : JSON.stringify(theme)
}

export function readTheme(text: string | null): Theme {
  return text === null ? 'default' : JSON.parse(text)
}
