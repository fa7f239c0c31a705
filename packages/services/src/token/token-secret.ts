import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes: nobody guesses it, so a plain SHA-256 is as good as a slow hash and can be looked up. */
export function generateToken(): string {
  return `fl_${randomBytes(32).toString('base64url')}`
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What is shown of a token afterwards: enough to recognise it, too little to use it. */
export function tokenPrefix(token: string): string {
  return token.slice(0, 8)
}
