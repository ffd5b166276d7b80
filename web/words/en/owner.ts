/** What only the owner of a survey reads on its dashboard, in English. */
export const ownerWords = {
  back: 'Surveys',
  copies: 'Use it again',
  copiesAbout: 'Start another survey with these questions. The responses stay here.',
  clone: 'Clone survey',
  saveAsTemplate: 'Save as template',
  templateSaved: 'Saved under Templates in your account.',
  freePlan: 'This date comes from the free plan. A subscription removes it, and lets you choose your own.',
  signIn: 'Sign in to your account',
  toList: 'Go to your surveys',
}
