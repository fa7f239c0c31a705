'use client'
import { StatusPill, useNow } from '@frostline/ui'
import { stateOfToken, type Token, tokenTones } from '../token.ts'

/** Changes to expired by itself while it is shown. */
export function TokenStatePill({ token }: { token: Token }) {
  const now = useNow()
  const state = stateOfToken(token, now ?? token.createdAt)
  return <StatusPill tone={tokenTones[state]}>{state}</StatusPill>
}
