'use client'
import { Badge, Button, ConfirmDialog, Panel, RelativeTime, showToast } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { describeUserAgent } from '../describe-user-agent.ts'

type Session = RouterOutputs['session']['list'][number]

/** Every place where this person is signed in. */
export function SessionsPanel() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useQuery(trpc.session.list.queryOptions())
  const sessions = query.data ?? []
  const reload = () => queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() })
  const revokeOthers = useMutation(
    trpc.session.revokeOthers.mutationOptions({
      onError: (error) => showFailure(error, 'sign out your other sessions'),
      onSettled: reload,
    }),
  )
  const endOthers = async () => {
    await revokeOthers.mutateAsync({})
    showToast({ tone: 'success', title: 'Signed out of all other sessions' })
  }
  return (
    <Panel
      title="Sessions"
      description="Where you are signed in, and until when."
      minHeightPx={150}
      flush
      actions={
        sessions.length > 1 ? (
          <ConfirmDialog
            title="Sign out of all other sessions?"
            description="All sessions except this one end at their next request. Work that is running on a cluster continues."
            confirmLabel="Sign out other sessions"
            cancelLabel="Cancel"
            onConfirm={endOthers}
            trigger={
              <Button size="sm" icon={<LogOut aria-hidden />}>
                Sign out other sessions
              </Button>
            }
          />
        ) : null
      }
      {...panelFromQuery(query, { task: 'read your sessions' })}
    >
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onRevoked={reload} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session, onRevoked }: { session: Session; onRevoked: () => Promise<void> }) {
  const trpc = useTRPC()
  const browser = describeUserAgent(session.userAgent)
  const revoke = useMutation(
    trpc.session.revoke.mutationOptions({
      onError: (error) => showFailure(error, 'end the session'),
      onSettled: onRevoked,
    }),
  )
  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
      <MonitorSmartphone aria-hidden className="hidden size-4 shrink-0 text-ink-3 sm:block" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2" title={session.userAgent ?? undefined}>
          {browser}
          {session.current ? <Badge tone="accent">this browser</Badge> : null}
        </p>
        <p className="text-ink-3 text-xs">
          {session.ipAddress ? (
            <>
              <span className="font-mono">{session.ipAddress}</span> ·{' '}
            </>
          ) : null}
          last used <RelativeTime at={session.updatedAt} /> · signed in{' '}
          <RelativeTime at={session.createdAt} />
          {session.provider === null ? null : ` with ${session.provider}`} · ends{' '}
          <RelativeTime at={session.expiresAt} />
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="sm"
          busy={revoke.isPending}
          aria-label={`Sign out ${browser}`}
          onClick={() => revoke.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
