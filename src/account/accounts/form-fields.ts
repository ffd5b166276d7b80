import { EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, NAME_LENGTH } from '../../domain/accounts/limits.ts'
import { emailText } from '../../html/email-text.ts'
import { type Html, html } from '../../html/html.ts'

export interface Field {
  readonly value?: string | undefined
  readonly help?: string
  readonly error?: string | undefined
  /** Whether the field gets the focus when the page opens. */
  readonly isFirst?: boolean
  /** Whether the address is shown but cannot be changed. */
  readonly isFixed?: boolean
  /** Whether browsers should offer passkeys next to addresses. */
  readonly hasPasskeys?: boolean
}

export function emailField(field: Field): Html {
  if (field.isFixed) return fixedEmail(field.value)
  const input = html`name="email" type="email" autocomplete="username${field.hasPasskeys && ' webauthn'}" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="${EMAIL_LENGTH}"`
  return labelled('email', html`E-mail address`, input, field)
}

/** As text, which wraps; the input is for password managers, which store the address together with a new password. */
function fixedEmail(email = ''): Html {
  return html`<div class="field"><p><strong>E-mail address</strong><br>${emailText(email)}</p>
<input name="email" type="email" autocomplete="username" value="${email}" readonly hidden></div>
`
}

export function nameField(field: Field): Html {
  const label = html`Your name <span class="muted">(optional)</span>`
  return labelled('name', label, html`name="name" type="text" autocomplete="name" maxlength="${NAME_LENGTH}"`, field)
}

export function passwordField(field: Field): Html {
  const input = html`name="password" type="password" autocomplete="current-password" required maxlength="400"`
  return labelled('password', html`Password`, input, field)
}

export function newPasswordField(field: Field): Html {
  const help = `${MIN_PASSWORD_LENGTH} characters or more. Several words are easy to remember.`
  const input = html`name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${2 * MAX_PASSWORD_LENGTH}"`
  return labelled('password', html`Password`, input, { help, ...field })
}

/** An input with its label above it, and help and errors in between. */
function labelled(id: string, label: Html, input: Html, { value, help, error, isFirst }: Field): Html {
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${id}">${label}</label>
${help && html`<p class="help" id="${id}-help">${help}</p>`}${error && html`<p class="error" id="${id}-error">${error}</p>`}
<input id="${id}" ${input}${value !== undefined && html` value="${value}"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}${(isFirst || error) && html` autofocus`}></div>
`
}
