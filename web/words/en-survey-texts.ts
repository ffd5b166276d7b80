/** The words of what a survey says besides its questions. */
export const surveyTextsWords = {
  title: 'Introduction and thanks',
  about:
    'What respondents read before the questions and after answering, as plain text. The first web address in each is a link.',
  pacedAbout:
    'Respondents read the introduction until the first question is presented, and the thanks once the session is over.',
  names: { introduction: 'Introduction', thanks: 'Thanks' },
  add: { introduction: 'Introduction…', thanks: 'Thanks…' },
  help: { introduction: 'Below the title.', thanks: 'On the receipt.' },
  save: 'Save texts',
  unchanged: 'Nothing has changed.',
  saved: 'Introduction and thanks are saved.',
}
