'use client'
import { Button, buttonClasses, CodeBlock, ConfirmDialog, formatBytes, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { Finding, Fix } from '../explanation.ts'

/** Fixes of a finding, best first. Nothing is sent before the user confirms it. */
export function FixActions({ at, finding }: { at: ClusterTable; finding: Finding }) {
  return (
    <section aria-label="Actions" className="flex min-w-0 flex-col gap-3">
      <h3 className="font-medium text-sm">Actions</h3>
      <ul className="flex flex-col gap-3">
        {finding.fixes.map((fix) => (
          <li key={fix.kind} className="flex min-w-0 flex-col items-start gap-1.5">
            <FixAction at={at} finding={finding} fix={fix} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FixAction({ at, finding, fix }: { at: ClusterTable; finding: Finding; fix: Fix }) {
  switch (fix.kind) {
    case 'plan-move':
      return (
        <FixLink
          href={routes.moveTable(
            at.cluster,
            at.database,
            at.table,
            encodeURIComponent(fix.partitionId),
            fix.volume,
          )}
          label={`Plan the move to ${fix.volume}`}
        >
          Opens the planner with this partition and volume selected. A tier migration does not need TTL
          information.
        </FixLink>
      )
    case 'open-migration':
      return (
        <FixLink href={routes.migration(at.cluster, fix.migrationId)} label="Open the tier migration">
          Shows its progress and what it waits for.
        </FixLink>
      )
    case 'see-activity':
      return (
        <FixLink
          href={`${routes.table(at.cluster, at.database, at.table)}?tab=activity` as Route}
          label="Show activity of the table"
        >
          Current and recent merges, mutations and moves.
        </FixLink>
      )
    case 'see-storage':
      return (
        <FixLink href={routes.storage(at.cluster)} label="Open disks and policies">
          Shows the volume, its limits and its free space on each node.
        </FixLink>
      )
    case 'see-node':
      return (
        <FixLink href={routes.node(at.cluster, finding.node)} label={`Open ${finding.node}`}>
          Its errors and the state of its disks.
        </FixLink>
      )
    case 'start-moves':
      return <StartMoves at={at} node={finding.node} statement={fix.statement} />
    case 'materialize-ttl':
      return (
        <FixStatement label="Materialize the TTL of this partition" statement={fix.statement}>
          Run it on {finding.node}. A mutation rewrites {formatBytes(finding.bytes)} of parts and adds TTL
          information. Due parts then move immediately. It applies all TTLs of the table: expired rows and
          column values are deleted permanently. The dry run on the TTL page counts them.
        </FixStatement>
      )
    case 'optimize-partition':
      return (
        <FixStatement label="Or merge the partition first" statement={fix.statement}>
          Run it on {finding.node}. It rewrites the partition while all its parts are hot. The merged part has
          TTL information. A merge also deletes expired rows and column values.
        </FixStatement>
      )
  }
}

function FixLink({ href, label, children }: { href: Route; label: string; children: React.ReactNode }) {
  return (
    <>
      <Link href={href} className={buttonClasses('secondary', 'sm')}>
        {label}
      </Link>
      <span className="text-ink-3 text-xs">{children}</span>
    </>
  )
}

function FixStatement({
  label,
  statement,
  children,
}: {
  label: string
  statement: string
  children: React.ReactNode
}) {
  return (
    <>
      <span className="font-medium text-xs">{label}</span>
      <CodeBlock code={statement} label={label} wrap className="w-full" />
      <span className="text-ink-3 text-xs">{children}</span>
    </>
  )
}

/** START MOVES on one node. A viewer gets the statement to pass on. */
function StartMoves({ at, node, statement }: { at: ClusterTable; node: string; statement: string }) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator')
  const start = useMutation(
    trpc.moveExplain.startMoves.mutationOptions({
      onError: (error) => showFailure(error, `start the moves on ${node}`),
      onSuccess: () =>
        showToast({ tone: 'success', title: `Started moves of ${at.database}.${at.table} on ${node}` }),
    }),
  )
  return (
    <>
      {operator ? (
        <ConfirmDialog
          title={`Start the moves of ${at.database}.${at.table} on ${node}?`}
          description="Due parts of the table start to move on this node. If moves were not stopped, nothing changes. If you know who stopped them, ask first."
          confirmLabel="Start moves"
          onConfirm={async () => void (await start.mutateAsync({ ...at, node }))}
          trigger={
            <Button size="sm" variant="primary" icon={<Play aria-hidden />}>
              Start moves on {node}
            </Button>
          }
        />
      ) : null}
      <CodeBlock code={statement} label="START MOVES statement" wrap className="w-full" />
    </>
  )
}
