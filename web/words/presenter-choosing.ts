/** Of the panel on the presenter's screen in which texts and questions are chosen. */
export const choosingTexts = {
  everyone:
    'This lists what people have written, also what you have not shown. Everyone who sees this screen sees it. Other screens of the presentation don’t.',
  onWall: 'If this screen is on the wall, choose on your phone instead: open this page there, and it becomes a remote.',
  list: 'List it here',
  showWords: 'Show the words of the room',
  hideWords: 'Hide the words of the room',
  wordsAbout: 'Words and phrases that at least three people wrote.',
}
