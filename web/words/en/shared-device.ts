/** About a device that respondents hand around. */
export const sharedDeviceWords = {
  title: 'Shared device',
  about:
    'For one tablet or phone that people hand around. After sending, people see a thank-you for eight seconds, then an empty page for the next person. No answers stay on the device.',
  choice: 'This device is shared',
  nowShared: 'The device is shared. Reload the page on it before the next person answers.',
  notShared: 'Everyone uses their own device.',
}
