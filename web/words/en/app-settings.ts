import type { Forms, formatsOf } from '../format.ts'

/** The texts of the account's settings in English. */
export function settingsWords({ number, count, quote }: ReturnType<typeof formatsOf>) {
  const day: Forms = { one: 'day', other: 'days' }
  const response: Forms = { one: 'response', other: 'responses' }
  const survey: Forms = { one: 'survey', other: 'surveys' }
  const template: Forms = { one: 'template', other: 'templates' }
  const draft: Forms = { one: 'draft', other: 'drafts' }
  return {
    title: 'Settings',
    profile: 'Profile',
    profileAbout: 'Only you see this. Respondents never do.',
    name: 'Name',
    save: 'Save',
    saved: 'Saved.',
    email: 'E-mail address',
    emailUnconfirmed: 'Not confirmed yet. Open the link in the e-mail that was sent to this address.',
    newEmail: 'New e-mail address',
    changeEmail: 'Change address',
    emailChanged: 'E-mail address changed.',
    emailMailed:
      'We’ve sent a link to the new address. Open it while you’re signed in; until then the old address stays.',
    signOut: 'Sign out',
    signOutAbout: 'Signing out removes changes that couldn’t be saved yet.',

    subscription: 'Subscription',
    subscribed: 'You have a subscription. It includes API access, custom colours and surveys without a deadline.',
    subscribedUntil: (date: string) =>
      `You have a subscription until ${date}. It includes API access, custom colours and surveys without a deadline.`,
    notSubscribed: (days: number) =>
      `You’re on the free plan: surveys made here in the browser, six themes, and each survey is open for ${count(days, day)}.`,
    howToSubscribe: 'Ask the operator of this service for a subscription.',
    benefitsTitle: 'With a subscription you get:',
    benefits: ['API access, and connected applications', 'custom colours', 'surveys without a deadline'],
    upgrade: 'Upgrade',
    startTrial: (days: number) => `Try it for ${count(days, day)}`,
    manage: 'Manage subscription',
    updatePayment: 'Update payment method',
    purchase: {
      trial: (date: string) =>
        `Your trial lasts until ${date}. Your first payment is due then. Cancel before that and you pay nothing.`,
      trialEnding: (date: string) => `Your trial ends on ${date}. You’ve cancelled, so you’ll pay nothing.`,
      active: (date: string) => `You have a subscription. It renews on ${date}.`,
      ending: (date: string) => `You’ve cancelled your subscription. It stays valid until ${date}.`,
      failing: 'A payment is due. Update your payment method to use your subscription.',
      paused: 'Your trial has ended. Add a payment method to subscribe.',
      ended: (date: string) => `Your subscription ended on ${date}.`,
      endedEarly: 'Your subscription has ended.',
    },

    tokens: 'API tokens',
    tokensAbout:
      'For scripts and other programs. A token can do everything with your surveys, so treat it like a password.',
    tokensNeed: 'API tokens need a subscription. Tokens you already have stay, and work again once you have one.',
    noTokens: 'No tokens.',
    countOfLimit: (n: number, limit: number) => `${number(n)} of ${number(limit)}`,
    newToken: 'New token',
    tokenName: 'Name',
    tokenNameHelp: 'What it is for, so that you recognise it later.',
    expires: 'Expires',
    never: 'Never',
    inDays: (n: number) => `In ${count(n, day)}`,
    createToken: 'Create token',
    tokenLimit: (limit: number) => `You’ve reached the limit of ${limit} tokens. Revoke one first.`,
    unnamed: 'Unnamed token',
    endsIn: (lastFour: string) => `ends in ${lastFour}`,
    created: (date: string) => `created ${date}`,
    lastUsed: (ago: string) => `last used ${ago}`,
    neverUsed: 'never used',
    expiresOn: (date: string) => `expires ${date}`,
    expiredOn: (date: string) => `expired ${date}`,
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${quote(name)}`,
    revokeTitle: (name: string) => `Revoke ${quote(name)}?`,
    revokeText: 'Programs that use it stop working with their next call. You can’t undo this.',
    revoked: 'Token revoked.',
    tokenMade: 'Your new token',
    tokenMadeAbout: 'Copy it now: it won’t be shown again.',
    tokenLabel: 'Token',
    copyToken: 'Copy token',
    curl: 'Try it',
    copyCurl: 'Copy command',
    copied: 'Copied.',
    selected: 'Your browser blocked copying. It is selected: press Ctrl+C or ⌘C to copy it.',
    done: 'Done',

    applications: 'Connected applications',
    applicationsAbout: 'Applications that can act for your account until you disconnect them.',
    noApplications: 'No application is connected.',
    reads: 'Reads surveys and results',
    readsAndChanges: 'Reads results, creates and changes surveys',
    deletesToo: 'deletes surveys',
    connected: (date: string) => `connected ${date}`,
    disconnect: 'Disconnect',
    disconnectOf: (name: string) => `Disconnect ${quote(name)}`,
    disconnected: 'Disconnected. Its access has ended.',

    passkeys: 'Passkeys',
    passkeysAbout: 'Sign in with your fingerprint, face or screen lock instead of typing a password.',
    noPasskeys: 'No passkeys.',
    passkeysImpossible:
      'Passkeys can’t be added here. They need a browser that supports them and a service that uses https and allows passkey sign-in.',
    addPasskey: 'Add a passkey',
    continue: 'Continue',
    passkeyName: 'Name',
    passkeyNameHelp: 'Where it is kept, so that you recognise it later: “Phone”, “Work laptop”.',
    unnamedPasskey: 'Unnamed passkey',
    passkeyLimit: (limit: number) => `You’ve reached the limit of ${limit} passkeys. Remove one first.`,
    passkeyAdded: 'Passkey added. You can sign in with it from now on.',
    passkeyCancelled: 'No passkey was added.',
    passkeyThere: 'This device already has a passkey for your account.',
    passkeyAddedOn: (date: string) => `added ${date}`,
    passkeyUnused: 'not used yet',
    synced: 'synced between your devices',
    onOneDevice: 'on one device',
    rename: 'Rename',
    renamePasskey: (name: string) => `Rename ${quote(name)}`,
    passkeyRenamed: 'Passkey renamed.',
    remove: 'Remove',
    removePasskey: (name: string) => `Remove ${quote(name)}`,
    removePasskeyTitle: (name: string) => `Remove ${quote(name)}?`,
    removePasskeyText:
      'You won’t be able to sign in with it any more. Browsers that are already signed in stay signed in; sign them out under “Where you’re signed in”. Delete the passkey on your device too.',
    passkeyRemoved: 'Passkey removed.',

    verify: {
      title: 'Confirm it’s you',
      about: 'Enter your password again to continue. You won’t be asked for the next ten minutes.',
      aboutPasskey: 'Use one of your passkeys to continue. You won’t be asked for the next ten minutes.',
      aboutBoth: 'Enter your password or use a passkey to continue. You won’t be asked for the next ten minutes.',
      aboutChoice: 'Confirm in one of these ways. You won’t be asked again for the next ten minutes.',
      aboutProvider: (name: string) =>
        `This needs you to sign in with ${name} again. You’ll come back to this page, and won’t be asked for the next ten minutes.`,
      provider: (name: string) => `Continue with ${name}`,
      password: 'Password',
      passkey: 'Use a passkey',
      passkeyCancelled: 'No passkey was used. Try again.',
      confirm: 'Continue',
    },

    problems: {
      wrong_password: 'That isn’t your password.',
      wrong_passkey: 'That passkey wasn’t accepted. Try again.',
      too_many_attempts: 'Too many attempts. Wait a quarter of an hour, then try again.',
      invalid_email: 'Enter an e-mail address, such as ada@example.org.',
      email_taken: 'This address already has an account.',
      invalid_password: 'Use 8 characters or more, at most 200.',
      common_password: 'This password is too common. Choose another one.',
    } as Readonly<Record<string, string>>,

    sessions: 'Where you’re signed in',
    sessionsAbout: 'If you don’t recognise a session, sign it out.',
    sessionsAboutPassword: 'If you don’t recognise a session, sign it out and change your password.',
    thisBrowser: 'This browser',
    otherBrowser: 'Another browser',
    signedIn: (date: string) => `signed in ${date}`,
    active: (ago: string) => `active ${ago}`,
    end: 'Sign out',
    endOf: (date: string) => `Sign out the session of ${date}`,
    ended: 'That browser is signed out.',

    password: 'Password',
    passwordAbout: 'Changing it signs out all other browsers.',
    newPassword: 'New password',
    newPasswordHelp: '8 characters or more. Several words are easy to remember.',
    changePassword: 'Change password',
    passwordChanged: 'Password changed. All other browsers are signed out.',
    disconnectAll: (count: number) =>
      count === 1 ? 'Disconnect the connected application too' : `Disconnect all ${count} applications too`,

    data: 'Your data',
    dataAbout: 'One ZIP file with your account, surveys, all responses, templates and drafts.',
    download: 'Download everything',
    loadArchive: 'Load an archive…',
    loadArchiveHelp:
      'Adds the surveys, templates and drafts from a file that you downloaded here or on another server. A survey keeps its link unless that’s taken. Tokens, applications and passkeys aren’t loaded.',
    loadingArchive: (responses: number) =>
      responses === 0 ? 'Loading the archive' : `Loading the archive: ${count(responses, response)}`,
    loadingArchiveHelp: 'Keep this page open. Nothing is added before the whole archive has been read.',
    archiveLoaded: (surveys: number, templates: number, drafts: number) =>
      `Added ${count(surveys, survey)}, ${count(templates, template)} and ${count(drafts, draft)}.`,
    newLinks: 'These links were in use, so the surveys have new ones:',
    archiveFailed: 'Nothing was added.',
    archiveUnknown:
      'The connection was lost at the last step. Look at your surveys in three minutes: everything in the file is there, or nothing is, and you can load it again.',
    noArchive: 'This is not a file that Soundings has made, or it’s damaged. Download it again.',
    emptyArchive: 'There are no surveys, templates or drafts in this file.',

    delete: 'Delete account',
    deleteAbout: 'Deletes your account with every survey, response, template, draft and token, at once and for good.',
    deleteAction: 'Delete account',
    deleteTitle: 'Delete your account?',
    deleteText:
      'Everything in it goes with it, and all links stop working. You can’t undo this. Download everything first if you need it.',
    deleteConfirm: { before: 'Type ', after: ' to confirm' },
    deletePermanently: 'Delete permanently',
  }
}
