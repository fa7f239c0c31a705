'use client'
import { Button, ConfirmDialog, Panel, StatusPill, showToast } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** Whether single sign-on is enforced, and who could sign in with a password then. */
export function PolicyPanel({ hasProvider }: { hasProvider: boolean }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.signInPolicy.pathKey())
  const query = useQuery(trpc.signInPolicy.get.queryOptions())
  const set = useMutation(
    trpc.signInPolicy.set.mutationOptions({
      ...handlers('change the sign-in policy'),
      onSuccess: ({ enforceSso }) =>
        showToast({
          tone: 'success',
          title: enforceSso ? 'Single sign-on is enforced' : 'Passwords are accepted again',
        }),
    }),
  )
  const policy = query.data
  const admins = policy?.breakGlassAdmins ?? []
  const ready = hasProvider && admins.length > 0
  return (
    <Panel
      title="Single sign-on"
      minHeightPx={180}
      {...panelFromQuery(query, { task: 'read the sign-in policy' })}
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          {policy?.enforceSso ? (
            <StatusPill tone="ok">enforced</StatusPill>
          ) : (
            <StatusPill tone="unknown">not enforced</StatusPill>
          )}
          <span className="text-ink-2">
            {policy?.enforceSso
              ? 'Passwords and passkeys are refused, except for break-glass admins.'
              : 'People may also sign in with a password.'}
          </span>
        </p>
        <div>
          <h3 className="mb-1 font-medium text-xs">Break-glass admins</h3>
          {admins.length === 0 ? (
            <p className="text-ink-3 text-xs">
              None. Mark an admin with a password under{' '}
              <Link href={routes.adminUsers} className="text-accent-ink underline underline-offset-2">
                Users
              </Link>
              .
            </p>
          ) : (
            <ul className="flex flex-col gap-0.5">
              {admins.map(({ id, email }) => (
                <li key={id} className="min-w-0 truncate">
                  <Link href={routes.adminUser(id)} className="text-accent-ink underline underline-offset-2">
                    {email}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-1 text-ink-3 text-xs">
            They sign in with a password or a passkey when the provider is down. The audit log lists each such
            sign-in as a separate action.
          </p>
        </div>
        {policy?.enforceSso ? (
          <Button
            className="self-start"
            busy={set.isPending}
            onClick={() => set.mutate({ enforceSso: false })}
          >
            Accept passwords again
          </Button>
        ) : (
          <>
            <ConfirmDialog
              title="Enforce single sign-on?"
              description="Passwords are refused for everybody except break-glass admins. Sessions that began with a password end, except yours. Sign in with the provider once before you do this."
              confirmLabel="Enforce single sign-on"
              cancelLabel="Cancel"
              onConfirm={async () => void (await set.mutateAsync({ enforceSso: true }))}
              trigger={
                <Button className="self-start" disabled={!ready}>
                  Enforce single sign-on
                </Button>
              }
            />
            {ready ? null : (
              <p className="text-ink-3 text-xs">Needs an enabled provider and a break-glass admin.</p>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}
