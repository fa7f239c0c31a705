import { hkdfSync } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/** A secret for one purpose, 43 characters. From it neither the key nor the secret of another purpose can be told. */
export function deriveSecret(key: SecretKey, purpose: string): string {
  const bytes = hkdfSync('sha256', key.bytes, new Uint8Array(), `frostline ${purpose}`, 32)
  return Buffer.from(bytes).toString('base64url')
}
