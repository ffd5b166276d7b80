/** About who sets the pace of respondents. */
export const paceWords = {
  title: 'Pace',
  about:
    'In a lecture or a meeting, phones can show the question that you present, and nothing else. Each answer is counted by itself then: nobody can tell which ones are of the same person.',
  choice: 'The presenter sets the pace',
  atOnce: 'The screen shows results as they come in',
  atOnceAbout:
    'Otherwise they are hidden until you press R. Questions with a right answer and second rounds always wait for it.',
  nowAtOnce: 'The screen shows results as they come in.',
  notAtOnce: 'The screen shows results when you reveal them.',
  nowPaced: 'Phones show the question that you present.',
  notPaced: 'Everyone answers at their own pace.',
  fixed: 'It stays as it is, because there are responses. A copy of the survey can have another pace.',
}
