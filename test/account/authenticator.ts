import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const [UP, UV, BE, BS, AT] = [0x01, 0x04, 0x08, 0x10, 0x40]
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Deviations of a browser, or of an attacker that imitates one. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  /** Whether it is synchronised between devices. */
  readonly isBackedUp?: boolean
  readonly signCount?: number
  readonly userHandle?: string | null
  readonly id?: string
  /** Changes the data after signing. */
  readonly tampersWith?: 'signature' | 'authenticatorData' | 'clientDataJSON'
  /** Sends the authenticator’s certificate, although none was requested. */
  readonly certificate?: boolean
}

interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
}

/** An authenticator with its browser: one ES256 passkey that is not synchronised. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly id = randomBytes(32).toString('base64url')
  userHandle = ''
  /** Stays 0 if the authenticator does not count. */
  signCount = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What a browser sends after creating the passkey. */
  register(options: Options, deviation: Deviation = {}) {
    this.userHandle = options.user?.id ?? ''
    const clientData = this.#clientData('webauthn.create', options, deviation)
    const authData = this.#registered(options, deviation)
    const statement = deviation.certificate
      ? this.#certified(Buffer.concat([authData, sha256(clientData)]))
      : Buffer.concat([text('fmt'), text('none'), text('attStmt'), map(0)])
    const attestation = Buffer.concat([map(3), statement, text('authData'), bytes(authData)])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid', 'by telepathy'],
      },
      clientExtensionResults: {},
    }
  }

  /** What a browser sends after the passkey has signed. */
  sign(options: Options, deviation: Deviation = {}) {
    const clientData = this.#clientData('webauthn.get', options, deviation)
    const authData = this.#signedData(options, deviation)
    const signed = Buffer.concat([authData, sha256(clientData)])
    const parts: Record<NonNullable<Deviation['tampersWith']>, Buffer> = {
      clientDataJSON: clientData,
      authenticatorData: authData,
      signature: sign('sha256', signed, this.#keys.privateKey),
    }
    const { tampersWith, userHandle = this.userHandle, id = this.id } = deviation
    if (tampersWith !== undefined) parts[tampersWith] = tampered(parts[tampersWith], tampersWith)
    const [clientDataJSON, authenticatorData, signature] = Object.values(parts).map(part => part.toString('base64url'))
    const response = { clientDataJSON, authenticatorData, signature, userHandle }
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, { challenge }: Options, deviation: Deviation): Buffer {
    const content = { type, challenge, origin: this.#origin, crossOrigin: false }
    const { origin = content.origin } = deviation
    const said = { ...content, origin, challenge: deviation.challenge ?? challenge, type: deviation.type ?? type }
    return Buffer.from(JSON.stringify(said))
  }

  #registered(options: Options, deviation: Deviation): Buffer {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, id.length])
    return Buffer.concat([this.#signedData(options, deviation, AT), Buffer.alloc(16), length, id, this.#publicKey])
  }

  #signedData({ rpId, rp }: Options, deviation: Deviation, more = 0): Buffer {
    const host = deviation.rpId ?? rpId ?? rp?.id ?? ''
    const flags = UP | (deviation.isVerified === false ? 0 : UV) | (deviation.isBackedUp ? BE | BS : 0) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.signCount ?? this.signCount)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter])
  }

  /** COSE: EC2, ES256, P-256. */
  get #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (coordinate: string) => bytes(Buffer.from(coordinate, 'base64url'))
    return Buffer.concat([Buffer.from('a501020326200121', 'hex'), point(x), Buffer.from('22', 'hex'), point(y)])
  }

  #certified(signed: Buffer): Buffer {
    const signature = sign('sha256', signed, this.#keys.privateKey)
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const certificate = Buffer.from(CERTIFICATE, 'base64')
    certificate.set(Buffer.concat([x, y].map(one => Buffer.from(one, 'base64url'))), KEY_IN_CERTIFICATE)
    return Buffer.concat([
      ...[text('fmt'), text('packed'), text('attStmt'), map(3), text('alg'), Buffer.from('26', 'hex')],
      ...[text('sig'), bytes(signature), text('x5c'), Buffer.from('81', 'hex'), bytes(certificate)],
    ])
  }
}

function tampered(data: Buffer, name: string): Buffer {
  if (name === 'clientDataJSON') return Buffer.from(JSON.stringify({ ...JSON.parse(data.toString()), more: true }))
  const changed = Buffer.from(data)
  const last = changed.length - 1
  changed.writeUInt8(changed.readUInt8(last) ^ 1, last)
  return changed
}

// The part of CBOR that an authenticator needs.

const map = (size: number) => Buffer.from([0xa0 + size])
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

function bytes(value: Buffer): Buffer {
  const { length } = value
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), value])
}

/** A certificate in the profile of FIDO. Its own signature is not checked, so another key can be inserted. */
const CERTIFICATE =
  'MIIB/jCCAaSgAwIBAgIUIhzjRuV7c4W0dR96q890Hy9w/WcwCgYIKoZIzj0EAwIwVTELMAkGA1UEBhMCU0UxEDAOBgNVBAoMB0V4' +
  'YW1wbGUxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEDAOBgNVBAMMB0V4YW1wbGUwIBcNMjYxMTIyMTQxMTA2' +
  'WhgPMjEyNjEwMjkxNDExMDZaMFUxCzAJBgNVBAYTAlNFMRAwDgYDVQQKDAdFeGFtcGxlMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9y' +
  'IEF0dGVzdGF0aW9uMRAwDgYDVQQDDAdFeGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIsepx9RExJNIVVhZ37daiuIh' +
  'vsNRphn01imysfrwzLf8hu4aP8Uo1d6lkl7WXqZ5iYghuxZavGiHWZEcgHfe5qNQME4wHQYDVR0OBBYEFO6K9ZVyGSooTTkz7k0m' +
  'tzawWwTxMB8GA1UdIwQYMBaAFO6K9ZVyGSooTTkz7k0mtzawWwTxMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAwRQIhAPaa' +
  'QL4HLt7pMtSS31At3pbFj/c2ZlbsVOiws/HDC0GgAiB6lx811mEE3qLivgH/onfSUQt6QfEtylWfk6neLkwcWQ=='
/** Offsets of the key’s coordinates. */
const KEY_IN_CERTIFICATE = Buffer.from(CERTIFICATE, 'base64').indexOf(Buffer.from('22c7a9c7d444c4934855', 'hex'))
