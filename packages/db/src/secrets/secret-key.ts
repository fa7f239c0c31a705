import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** A key for AES-256-GCM. `id` identifies it without revealing it. */
export interface SecretKey {
  readonly id: string
  readonly bytes: Uint8Array
}

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

const howToMake = 'Make one with: openssl rand -base64 32'

/**
 * The key from its text (32 bytes in base64 or hex), or from a file that only its owner can read. Exactly one of the
 * two must be given.
 * @throws SecretKeyError when there is none, or its form or the file's mode is wrong.
 */
export async function loadSecretKey(source: {
  value?: string | undefined
  file?: string | undefined
}): Promise<SecretKey> {
  if (source.value !== undefined && source.file !== undefined) {
    throw new SecretKeyError(
      'FROSTLINE_SECRET_KEY and FROSTLINE_SECRET_KEY_FILE are both set. Keep one of them.',
    )
  }
  if (source.value !== undefined) return parseSecretKey(source.value, 'FROSTLINE_SECRET_KEY')
  if (source.file !== undefined) return parseSecretKey(await readPrivateFile(source.file), source.file)
  throw new SecretKeyError(
    `No secret key is set. Set FROSTLINE_SECRET_KEY or FROSTLINE_SECRET_KEY_FILE. ${howToMake}`,
  )
}

/** @throws SecretKeyError, whose text never contains any part of the key. */
export function parseSecretKey(text: string, origin: string): SecretKey {
  const trimmed = text.trim()
  const bytes = decode(trimmed)
  if (bytes === undefined || bytes.length !== 32) {
    throw new SecretKeyError(`The secret key in ${origin} is not 32 bytes in base64 or hex. ${howToMake}`)
  }
  return {
    id: createHash('sha256').update('frostline key id\0').update(bytes).digest('hex').slice(0, 8),
    bytes,
  }
}

function decode(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}

async function readPrivateFile(path: string): Promise<string> {
  const { mode } = await stat(path).catch((cause: unknown) => {
    throw new SecretKeyError(`The secret key file ${path} cannot be read. Check the path and its owner.`, {
      cause,
    })
  })
  if ((mode & 0o077) !== 0) {
    const octal = (mode & 0o777).toString(8).padStart(4, '0')
    throw new SecretKeyError(
      `The secret key file ${path} has mode ${octal}: others may read it. Run: chmod 600 ${path}`,
    )
  }
  return readFile(path, 'utf8')
}
