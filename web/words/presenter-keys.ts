/** The names of keys, and of what they do, which only the presenter's help loads. */
export const keyNames = {
  pageDown: 'Page Down',
  pageUp: 'Page Up',
  space: 'Space',
  shiftSpace: 'Shift Space',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
}
export const actionNames = {
  next: 'Next',
  previous: 'Previous',
  first: 'First screen, with the link',
  last: 'Last question',
  toggle: 'Show or hide results',
  order: 'Most chosen first, or in order',
  askAgain: 'Ask again: second round',
  countdown: 'Countdown',
  phones: 'Show or hide results on phones',
  wayIn: 'Link and QR code, large',
  blank: 'Blank screen',
  fullScreen: 'Full screen',
  help: 'Keyboard shortcuts',
}
