/** Attributes for our own words among a survey's texts. */
export const OURS = { lang: 'en', dir: 'ltr' } as const
