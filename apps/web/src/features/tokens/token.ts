import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Token = RouterOutputs['tokens']['list']['tokens'][number]

export type TokenState = 'active' | 'expired' | 'revoked'

/** A revoked token stays revoked, even after its expiry. */
export function stateOfToken(token: Pick<Token, 'revokedAt' | 'expiresAt'>, now: Date): TokenState {
  if (token.revokedAt) return 'revoked'
  return token.expiresAt && token.expiresAt <= now ? 'expired' : 'active'
}

export const tokenTones: Record<TokenState, Tone> = { active: 'ok', expired: 'neutral', revoked: 'warn' }
