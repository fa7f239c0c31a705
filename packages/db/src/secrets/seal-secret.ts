import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/** What a secret is for and which row holds it. Bound to the sealed text: it opens nowhere else. */
export interface SecretPlace {
  purpose: string
  rowId: string
}

export class SecretOpenError extends Error {
  override readonly name = 'SecretOpenError'
  readonly reason: 'wrong_key' | 'damaged' | 'unknown_version'
  constructor(reason: SecretOpenError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Envelope: version (1 byte), key id (4), nonce (12), tag (16), ciphertext. */
const version = 1
const headerBytes = 5
const nonceBytes = 12
const tagBytes = 16
const bodyOffset = headerBytes + nonceBytes + tagBytes

export function sealSecret(key: SecretKey, place: SecretPlace, plaintext: string): Uint8Array<ArrayBuffer> {
  const header = Buffer.concat([Buffer.from([version]), Buffer.from(key.id, 'hex')])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(additionalData(header, place))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Uint8Array.from(Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]))
}

/** @throws SecretOpenError: another key, a changed envelope, or an envelope of another row. */
export function openSecret(key: SecretKey, place: SecretPlace, sealed: Uint8Array): string {
  const envelope = Buffer.from(sealed)
  if (envelope.length < bodyOffset) throw damaged(place)
  if (envelope[0] !== version) {
    throw new SecretOpenError(
      'unknown_version',
      `The ${place.purpose} of ${place.rowId} is sealed in version ${envelope[0]} of the envelope, which this ` +
        'version of Frostline does not know. Start the newer version, or enter the secret again.',
    )
  }
  const header = envelope.subarray(0, headerBytes)
  const sealedUnder = header.subarray(1).toString('hex')
  if (sealedUnder !== key.id) {
    throw new SecretOpenError(
      'wrong_key',
      `The ${place.purpose} of ${place.rowId} was sealed under key ${sealedUnder}, but the key set now is ${key.id}. ` +
        'Set the former FROSTLINE_SECRET_KEY again, or enter the secret again.',
    )
  }
  const nonce = envelope.subarray(headerBytes, headerBytes + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
    .setAAD(additionalData(header, place))
    .setAuthTag(envelope.subarray(headerBytes + nonceBytes, bodyOffset))
  try {
    return Buffer.concat([decipher.update(envelope.subarray(bodyOffset)), decipher.final()]).toString('utf8')
  } catch {
    throw damaged(place)
  }
}

/** JSON separates the two: no other purpose and row can give the same bytes. */
function additionalData(header: Buffer, place: SecretPlace): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify([place.purpose, place.rowId]))])
}

function damaged(place: SecretPlace): SecretOpenError {
  return new SecretOpenError(
    'damaged',
    `The stored ${place.purpose} of ${place.rowId} is damaged or belongs to another row. Enter the secret again.`,
  )
}

/** A secret for one purpose, 43 characters. It reveals neither the key nor the secret of another purpose. */
export function deriveSecret(key: SecretKey, purpose: string): string {
  const bytes = hkdfSync('sha256', key.bytes, new Uint8Array(), `frostline ${purpose}`, 32)
  return Buffer.from(bytes).toString('base64url')
}
