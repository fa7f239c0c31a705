'use client'
import {
  Badge,
  Button,
  ConfirmDialog,
  Drawer,
  EmptyState,
  formatExactTime,
  type KeyValue,
  KeyValueList,
  RelativeTime,
  showToast,
} from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import Link from 'next/link'
import { meaningOfRole } from '@/features/account/role-meanings.ts'
import { GrantList } from '@/features/teams/grants/grant-list.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Token } from '../token.ts'
import { TokenStatePill } from './token-state.tsx'

interface TokenDrawerProps {
  /** Undefined while `open`: the URL names no token. */
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
      key: 'Limited to',
      value: <GrantList grants={token.grants} empty="All that its owner may do." />,
    },
    {
      key: 'Expires',
      value: token.expiresAt ? <RelativeTime at={token.expiresAt} /> : 'never',
      note: token.expiresAt ? formatExactTime(token.expiresAt) : undefined,
    },
    {
      key: 'Last used',
      value: token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : 'never',
      note: token.lastUsedAt
        ? `From ${token.lastUsedAddress ?? 'an unknown address'}. To the minute.`
        : undefined,
    },
    {
      key: 'Addresses',
      value:
        token.allowedAddresses.length === 0 ? (
          'any'
        ) : (
          <span className="break-words font-mono">{token.allowedAddresses.join(', ')}</span>
        ),
      note: token.refusedAt ? (
        <span className="text-danger-ink">
          Refused from {token.refusedAddress} <RelativeTime at={token.refusedAt} />.
        </span>
      ) : undefined,
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

function RevokeToken({ token }: { token: Token }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.tokens.pathKey())
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions(handlers(`revoke the token ${token.name}`)))
  return (
    <ConfirmDialog
      danger
      title={`Revoke ${token.name}?`}
      description="Requests with this token, and with tokens it created, are rejected from now on. This cannot be undone. Create a new token to restore access."
      confirmLabel="Revoke token"
      cancelLabel="Cancel"
      onConfirm={async () => {
        await revoke.mutateAsync({ id: token.id })
        showToast({ tone: 'success', title: `${token.name} is revoked` })
      }}
      trigger={
        <Button variant="danger" className="self-start" icon={<Ban aria-hidden />}>
          Revoke token
        </Button>
      }
    />
  )
}
