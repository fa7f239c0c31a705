'use client'
import { buttonClasses, Panel, RelativeTime, StatusPill } from '@frostline/ui'
import { PencilRuler } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ApplyPanel } from '@/features/storage-rollout/components/apply-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { askAnew } from '@/trpc/answer-age.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useProposal } from '../hooks/use-proposals.ts'
import { engineWords, reviewWords } from '../status.ts'
import { EngineVerdict } from './engine-verdict.tsx'
import { FindingsList } from './findings-list.tsx'
import { NodeFiles } from './node-files.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { RolloutPanel } from './rollout-panel.tsx'
import { groupDiffs, StorageDiff } from './storage-diff.tsx'

/** One proposal. Left what it is, on each node; right what becomes of it, in the order in which it does. */
export function ProposalPage({ cluster, id }: { cluster: string; id: string }) {
  const query = useProposal(id)
  const admin = useRoleAllows('admin')
  const proposal = query.data?.data
  const panel = panelFromQuery(query, { task: 'read the proposal' })
  const review = proposal?.review?.outcome ?? 'none'
  return (
    <>
      <PageHeader
        title={proposal?.title ?? 'Storage proposal'}
        description={
          proposal ? (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <StatusPill tone={engineWords[proposal.engine].tone} live={proposal.engine === 'waiting'}>
                {engineWords[proposal.engine].text}
              </StatusPill>
              <StatusPill tone={reviewWords[review].tone}>{reviewWords[review].text}</StatusPill>
              <span>
                by {proposal.createdBy} <RelativeTime at={proposal.createdAt} />
              </span>
            </span>
          ) : (
            ' '
          )
        }
        actions={
          admin ? (
            <Link href={routes.designStorage(cluster, id)} className={buttonClasses('secondary')}>
              <PencilRuler aria-hidden /> Edit as new proposal
            </Link>
          ) : null
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Rule checks" minHeightPx={160} {...panel}>
            {proposal ? <FindingsList findings={proposal.findings} /> : null}
          </Panel>
          <Panel
            title="Changes"
            description="Compared with the system tables of each node. They do not show endpoints and keys."
            minHeightPx={160}
            {...panel}
          >
            <div className="flex flex-col gap-5">
              {groupDiffs(proposal?.byNode ?? []).map(({ nodes, diffs }) =>
                diffs ? (
                  <StorageDiff key={nodes.join()} nodes={nodes} diffs={diffs} />
                ) : (
                  <p key={nodes.join()} className="text-ink-2 text-sm">
                    {nodes.join(', ')} did not respond.
                  </p>
                ),
              )}
            </div>
          </Panel>
          <Panel title="File of each node" minHeightPx={160} state={panel.state}>
            {proposal ? <NodeFiles proposal={proposal} /> : null}
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel
            title="Engine check"
            description="A temporary ClickHouse server with the disks and policies of the nodes loads this file."
            minHeightPx={160}
            state={panel.state}
          >
            {proposal ? <EngineVerdict proposal={proposal} /> : null}
          </Panel>
          <Panel title="Review" minHeightPx={96} state={panel.state}>
            {proposal ? <ReviewPanel cluster={cluster} proposal={proposal} /> : null}
          </Panel>
          {proposal ? (
            <ApplyPanel cluster={cluster} proposal={proposal} onEnded={() => askAnew(query)} />
          ) : null}
          <Panel title="Rollout" minHeightPx={120} state={panel.state}>
            {proposal ? <RolloutPanel proposal={proposal} onDone={() => askAnew(query)} /> : null}
          </Panel>
        </div>
      </div>
    </>
  )
}
