'use client'
import {
  Badge,
  Drawer,
  EmptyState,
  formatExactTime,
  type KeyValue,
  KeyValueList,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { meaningOfRole } from '@/features/account/role-meanings.ts'
import { routes } from '@/navigation/routes.ts'
import type { Token } from '../token.ts'
import { RevokeToken } from './revoke-token.tsx'
import { TokenStatePill } from './token-state.tsx'

interface TokenDrawerProps {
  /** Undefined while `open`: the address names no token. */
  token: Token | undefined
  open: boolean
  onClose: () => void
}

export function TokenDrawer({ token, open, onClose }: TokenDrawerProps) {
  return (
    <Drawer
      title={token?.name ?? 'Token'}
      description={token ? `Starts with ${token.prefix}` : undefined}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-lg"
    >
      {token ? (
        <div className="flex flex-col gap-6 p-5">
          <KeyValueList labelWidth="7rem" items={describe(token)} />
          {token.revokedAt ? null : <RevokeToken token={token} />}
        </div>
      ) : (
        <EmptyState title="Token not found" className="py-16">
          The link may be out of date. Choose one from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function describe(token: Token): KeyValue[] {
  return [
    { key: 'State', value: <TokenStatePill token={token} /> },
    { key: 'Role', value: <Badge>{token.role}</Badge>, note: meaningOfRole[token.role] },
    {
      key: 'Expires',
      value: token.expiresAt ? <RelativeTime at={token.expiresAt} /> : 'never',
      note: token.expiresAt ? formatExactTime(token.expiresAt) : undefined,
    },
    {
      key: 'Last used',
      value: token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : 'never',
      note: token.lastUsedAt ? 'To the minute.' : undefined,
    },
    { key: 'Created', value: formatExactTime(token.createdAt) },
    {
      key: 'Owner',
      value: token.madeBy,
      note: 'The token never has more permissions than its owner. It is revoked when the owner is disabled.',
    },
    ...(token.revokedAt ? [{ key: 'Revoked', value: formatExactTime(token.revokedAt) }] : []),
    {
      key: 'Audit',
      value: (
        <Link
          href={`${routes.adminAudit}?actor=${encodeURIComponent(token.name)}`}
          className="text-accent-ink underline underline-offset-2"
        >
          Activity
        </Link>
      ),
    },
  ]
}
