import type { Mail } from '../../domain/accounts/mail.ts'

export type MailText = Omit<Mail, 'to'>

/** @param link opens a page with a button, so that mail scanners that follow links do not use it up */
export function confirmSignUp(link: string): MailText {
  return mail('Finish creating your Soundings account', [
    'You asked for a Soundings account with this e-mail address. Choose a password to finish:',
    { url: link, label: 'Choose a password' },
    'The link works once, for 24 hours. If you didn’t ask for this, ignore this e-mail: no account is created.',
  ])
}

export function accountExists(baseUrl: string): MailText {
  return mail('You already have a Soundings account', [
    'Someone, probably you, tried to create a Soundings account with this e-mail address. You already have one. Sign in here:',
    { url: `${baseUrl}/sign-in`, label: 'Sign in' },
    'If you’ve forgotten your password, you can set a new one there. If this wasn’t you, ignore this e-mail: nothing has changed.',
  ])
}

export function resetPassword(link: string): MailText {
  return mail('Set a new Soundings password', [
    'You asked for a new password. Set it here:',
    { url: link, label: 'Set a new password' },
    'The link works once, for an hour. Setting a new password signs you out everywhere. If you didn’t ask for this, ignore this e-mail: your password stays as it is.',
  ])
}

export function confirmChange(link: string): MailText {
  return mail('Confirm your new e-mail address', [
    'You asked to use this e-mail address for your Soundings account. Sign in with your current address and confirm the new one here:',
    { url: link, label: 'Confirm this address' },
    'The link works once, for 24 hours, and only for the account that asked. If you didn’t ask for this, ignore this e-mail: nothing changes.',
  ])
}

export function emailChanged(): MailText {
  return mail('Your Soundings e-mail address has changed', [
    'Your Soundings account now uses another e-mail address, and this one no longer signs you in. If you didn’t do this, ask the operator of the service for help at once.',
  ])
}

export function passwordChanged(baseUrl: string): MailText {
  return mail('Your Soundings password has changed', [
    'The password of your Soundings account was changed, and all other browsers were signed out. If you didn’t do this, set a new password at once:',
    { url: `${baseUrl}/forgot-password`, label: 'Set a new password' },
  ])
}

export function passkeyAdded(baseUrl: string): MailText {
  return mail('A passkey was added to your Soundings account', [
    'You can now sign in to your Soundings account with a new passkey. If you didn’t add it, remove it in the settings and change your password at once:',
    { url: `${baseUrl}/app/settings`, label: 'Open settings' },
  ])
}

export function passkeyRemoved(baseUrl: string): MailText {
  return mail('A passkey was removed from your Soundings account', [
    'A passkey was removed from your Soundings account and can no longer be used to sign in. If you didn’t do this, check the settings and change your password at once:',
    { url: `${baseUrl}/app/settings`, label: 'Open settings' },
  ])
}

export function providerConnected(): MailText {
  return mail('Your Soundings account was connected to a sign-in provider', [
    'Someone, probably you, connected your Soundings account to a sign-in provider and can now sign in with it. If this wasn’t you, ask the operator of the service for help at once.',
  ])
}

function mail(subject: string, content: Mail['content']): MailText {
  return { subject, content }
}
