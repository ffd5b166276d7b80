/** About the language of a survey's texts. */
export const languageWords = {
  title: 'Language of your texts',
  about:
    'Screen readers and spelling checkers follow it, and so does the direction in which the survey runs. Our own words stay in the language of each respondent.',
  found: (language: string) => `Found from the texts: ${language}`,
  notFound: 'Found from the texts: not certain yet',
  chosen: 'Language changed.',
}
