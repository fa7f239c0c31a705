'use client'
import { StatusPill, useNow } from '@frostline/ui'
import { stateOfToken, type Token, tokenTones } from '../token.ts'

/** Turns to expired by itself while it is read. */
export function TokenStatePill({ token }: { token: Token }) {
  const now = useNow()
  const state = stateOfToken(token, now ?? token.createdAt)
  return <StatusPill tone={tokenTones[state]}>{state}</StatusPill>
}
