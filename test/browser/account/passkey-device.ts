import type { CDPSession, Page } from 'playwright-core'

/** Without suggestions beside the address field, which a virtual authenticator would accept at once. */
export const WITHOUT_OFFERS = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'

export interface Device {
  readonly cdp: CDPSession
  readonly authenticatorId: string
}

/** A built-in authenticator whose user is present and verified. */
export async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}
