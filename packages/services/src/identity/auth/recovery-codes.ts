import { createHmac, randomInt } from 'node:crypto'

/** Without the characters that look alike. Twelve of them are 60 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const amount = 10
const mark = 'hmac:'

/**
 * Recovery codes are stored as keyed hashes: neither the database nor a copy of it contains a code. The library compares
 * what a person enters with what is stored, so it is given the hash of a code.
 */
export function recoveryCodes(key: string) {
  const hash = (code: string) =>
    mark +
    createHmac('sha256', key)
      .update(`recovery code\0${plain(code)}`)
      .digest('base64url')
  return {
    hash,
    options: {
      customBackupCodesGenerate: () => Array.from({ length: amount }, makeCode),
      storeBackupCodes: {
        // The library stores what is left after a use in the same way as new codes.
        encrypt: async (json: string) =>
          JSON.stringify(readList(json).map((code) => (code.startsWith(mark) ? code : hash(code)))),
        decrypt: async (stored: string) => stored,
      },
    },
  }
}

/** People may leave the hyphens out, or write capitals. */
function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function makeCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

function readList(json: string): string[] {
  return JSON.parse(json) as string[]
}
