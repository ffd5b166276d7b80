import { isArray, isObject, type Json, type JsonObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { PASSKEY_FIELD_LENGTH } from './limits.ts'

/** The purpose of a challenge, which cannot be used for any other. */
export type PasskeyPurpose = 'register' | 'sign_in' | 'verify'

/** How browsers reach an authenticator. Names that browsers may add later are not stored. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof TRANSPORTS)[number]

interface Credential {
  /** Base64url, like all binary values here. */
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: Readonly<Record<string, never>>
}

/** What a browser sends about a newly created passkey. */
export interface Registration extends Credential {
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports: Transport[]
  }
}

/** What a browser sends about a passkey that was just used. */
export interface Assertion extends Credential {
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    /** The account that the passkey was created for. Every discoverable passkey has one. */
    readonly userHandle?: string
  }
}

/** @throws Refusal `this passkey was not accepted` */
export function parseRegistration(value: Json | undefined): Registration {
  const response = responseIn(value)
  return {
    ...parseCredential(value),
    response: {
      clientDataJSON: binaryIn(response, 'clientDataJSON'),
      attestationObject: binaryIn(response, 'attestationObject'),
      transports: TRANSPORTS.filter(one => isArray(response.transports) && response.transports.includes(one)),
    },
  }
}

/** @throws Refusal `this passkey was not accepted` */
export function parseAssertion(value: Json | undefined): Assertion {
  const response = responseIn(value)
  const { userHandle = null } = response
  return {
    ...parseCredential(value),
    response: {
      clientDataJSON: binaryIn(response, 'clientDataJSON'),
      authenticatorData: binaryIn(response, 'authenticatorData'),
      signature: binaryIn(response, 'signature'),
      ...(userHandle !== null && { userHandle: binaryIn(response, 'userHandle') }),
    },
  }
}

function parseCredential(value: Json | undefined): Credential {
  if (!isObject(value)) throw new Refusal('wrong_passkey')
  const id = binaryIn(value, 'id')
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
}

function responseIn(value: Json | undefined): JsonObject {
  const response = isObject(value) ? value.response : undefined
  if (!isObject(response)) throw new Refusal('wrong_passkey')
  return response
}

function binaryIn(object: JsonObject, name: string): string {
  const text = object[name]
  if (typeof text !== 'string' || text.length > PASSKEY_FIELD_LENGTH || !/^[\w-]+$/.test(text))
    throw new Refusal('wrong_passkey')
  return text
}
