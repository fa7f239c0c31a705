'use client'
import { Button, Panel, StatusPill } from '@frostline/ui'
import { FileSearch } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useEffectEvent } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunApprovalPanel } from '@/features/approvals/run-approval-panel.tsx'
import { useConfigTarget } from '@/features/config-target/hooks/use-config-target.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeStatus } from '../describe-rollout.ts'
import { useRolloutActions, useRollouts } from '../hooks/use-rollouts.ts'
import type { AppliedProposal } from './apply-button.tsx'
import { RolloutView } from './rollout-view.tsx'

interface ApplyPanelProps {
  cluster: string
  proposal: AppliedProposal
  /** The nodes now run something else. */
  onEnded: () => void
}

/** Writes a proposal's file to the nodes through the cluster's folders: plan, progress, and revert. */
export function ApplyPanel({ cluster, proposal, onEnded }: ApplyPanelProps) {
  const target = useConfigTarget(cluster)
  const query = useRollouts(proposal.id)
  const actions = useRolloutActions(proposal.id)
  const admin = useRoleAllows('admin')
  const [latest] = query.data?.rollouts ?? []
  const status = latest ? describeStatus(latest) : null
  const endedAt = latest?.finishedAt?.getTime()
  const tellEnd = useEffectEvent(onEnded)
  useEffect(() => {
    if (endedAt !== undefined) tellEnd()
  }, [endedAt])
  const prepare = (
    <Button
      className="self-start"
      variant={latest ? 'secondary' : 'primary'}
      icon={<FileSearch aria-hidden />}
      busy={actions.prepare.isPending || latest?.status === 'preparing'}
      onClick={() => actions.prepare.mutate({ id: proposal.id })}
    >
      {latest ? 'Prepare again' : 'Prepare'}
    </Button>
  )
  return (
    <>
      {latest?.status === 'queued' ? <RunApprovalPanel id={latest.id} subject={proposal.title} /> : null}
      <Panel
        title="Apply"
        description="Writes the file to the configuration folder of each node, one node at a time, and verifies each node."
        minHeightPx={120}
        {...panelFromQuery(query, { task: 'read the rollouts' })}
      >
        <div className="flex flex-col gap-4">
          {target.data?.kind === 'download' ? (
            <p className="text-ink-2 text-sm">
              Configuration files of this cluster are placed manually.{' '}
              {admin ? (
                <Link href={routes.editCluster(cluster)} className="text-accent-ink underline">
                  Choose folders for a worker to write to
                </Link>
              ) : null}
            </p>
          ) : (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              {status ? (
                <StatusPill tone={status.tone} live={status.live}>
                  {status.text}
                </StatusPill>
              ) : (
                <span className="text-ink-2">
                  Prepare reads the files of each node and shows what would be written. It writes nothing.
                </span>
              )}
            </p>
          )}
          {latest ? (
            <RolloutView rollout={latest} proposal={proposal} actions={actions} prepare={prepare} />
          ) : admin && target.data?.kind === 'directory' ? (
            prepare
          ) : null}
        </div>
      </Panel>
    </>
  )
}
