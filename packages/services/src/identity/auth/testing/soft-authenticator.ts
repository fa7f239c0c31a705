import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Ceremony {
  challenge: string
  origin: string
  /** Whether it checks who holds it. Default: yes. */
  verifies?: boolean
}

const present = 0x01
const verified = 0x04
const attested = 0x40

/** An authenticator with one ES256 key, as far as WebAuthn messages are concerned. */
export function openSoftAuthenticator(rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let counter = 0
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()
  const authData = (flags: number, more: Buffer) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const flagsOf = ({ verifies = true }: Ceremony) => present | (verifies ? verified : 0)
  const message = (response: Record<string, unknown>) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
  })
  return {
    id,
    create(asked: Ceremony) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key])
      const data = authData(flagsOf(asked) | attested, credential)
      const text = (given: string) => Buffer.concat([Buffer.from([0x60 + given.length]), Buffer.from(given)])
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), Buffer.from([0x58, data.length]), data],
      ])
      return message({
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    use(asked: Ceremony) {
      const data = authData(flagsOf(asked), Buffer.alloc(0))
      const client = clientData('webauthn.get', asked)
      return message({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash(client)]), privateKey).toString('base64url'),
      })
    },
  }
}
