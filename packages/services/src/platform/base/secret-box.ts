import { openSecret, type SecretKey, type SecretPlace, sealSecret } from '@frostline/db'

/** Seals and opens secrets in database rows; the key itself never leaves it. */
export interface SecretBox {
  seal(place: SecretPlace, plaintext: string): Uint8Array<ArrayBuffer>
  /** @throws SecretOpenError */
  open(place: SecretPlace, sealed: Uint8Array): string
}

export function createSecretBox(key: SecretKey): SecretBox {
  return {
    seal: (place, plaintext) => sealSecret(key, place, plaintext),
    open: (place, sealed) => openSecret(key, place, sealed),
  }
}
