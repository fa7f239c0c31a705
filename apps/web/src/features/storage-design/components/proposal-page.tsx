'use client'
import { Button, buttonClasses, CodeBlock, Panel, RelativeTime, Select, StatusPill } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Download, PencilRuler, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ApplyPanel } from '@/features/storage-rollout/components/apply-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { saveFile } from '@/navigation/save-file.ts'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { type ProposalDetail, useProposal } from '../hooks/use-proposals.ts'
import { engineWords, reviewWords } from '../status.ts'
import { FindingsList } from './findings-list.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { RolloutPanel } from './rollout-panel.tsx'
import { groupDiffs, StorageDiff } from './storage-diff.tsx'

/** One proposal. Left its content on each node; right its steps, in order. */
export function ProposalPage({ cluster, id }: { cluster: string; id: string }) {
  const query = useProposal(id)
  const admin = useRoleAllows('admin')
  const proposal = query.data?.data
  const panel = panelFromQuery(query, { task: 'read the proposal' })
  const review = proposal?.review?.outcome ?? 'none'
  return (
    <>
      <PageHeader
        crumb={proposal && { id, name: proposal.title }}
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
      <ManagedNotice kinds={['storage']} cluster={cluster} />
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
            <ApplyPanel cluster={cluster} proposal={proposal} onEnded={() => refetchFresh(query)} />
          ) : null}
          <Panel title="Rollout" minHeightPx={120} state={panel.state}>
            {proposal ? <RolloutPanel proposal={proposal} onDone={() => refetchFresh(query)} /> : null}
          </Panel>
        </div>
      </div>
    </>
  )
}

/** Each node's drop-in, to view and to download. */
function NodeFiles({ proposal }: { proposal: ProposalDetail }) {
  const [chosen, setChosen] = useState(proposal.byNode[0]?.node ?? '')
  const file = proposal.byNode.find(({ node }) => node === chosen) ?? proposal.byNode[0]
  if (!file) return <p className="text-ink-3 text-sm">The cluster has no nodes.</p>
  const sealed = proposal.draft.disks.flatMap(({ name, settings }) =>
    Object.entries(settings).flatMap(([setting, value]) =>
      typeof value === 'object' && 'sealed' in value ? [`${setting} of ${name}`] : [],
    ),
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Select
          label="Node"
          value={file.node}
          options={proposal.byNode.map(({ node }) => ({ value: node, label: node }))}
          onValueChange={setChosen}
          className="max-w-64"
        />
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveFile(`${file.node}-storage.xml`, file.xml, 'application/xml')}
        >
          Download
        </Button>
      </div>
      {sealed.length > 0 ? (
        <p className="text-warn-ink text-xs">
          {sealed.join(', ')} {sealed.length === 1 ? 'is' : 'are'} left empty, because secrets are not shown.
          Enter it on the node.
        </p>
      ) : null}
      <p className="text-ink-3 text-xs">
        Put it into config.d of the server. New disks and policies take effect with SYSTEM RELOAD CONFIG.
        Settings that need a restart are marked.
      </p>
      <CodeBlock language="text" label={`File of ${file.node}`} code={file.xml} className="max-h-96" />
    </div>
  )
}

/** The engine's result for each node, in its own words. */
function EngineVerdict({ proposal }: { proposal: ProposalDetail }) {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin')
  const recheck = useMutation(
    trpc.storageProposals.recheck.mutationOptions({
      onError: (error) => showFailure(error, 'run the engine check again'),
    }),
  )
  if (!proposal.engineCheck)
    return (
      <p className="text-ink-2 text-sm">A worker is running the check. The result appears within seconds.</p>
    )
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Engine by node" className="flex flex-col gap-2 text-sm">
        {proposal.engineCheck.nodes.map(({ node, state, version, code, message }) => (
          <li key={node}>
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-mono text-xs">{node}</span>
              <StatusPill tone={engineWords[state].tone}>{engineWords[state].text}</StatusPill>
              {version ? <span className="text-ink-3 text-xs">version {version}</span> : null}
            </p>
            {message ? (
              <p className="break-words text-ink-2 text-xs">
                {code === null ? null : <span className="font-mono">Code {code}: </span>}
                {message}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {admin ? (
        <Button
          size="sm"
          className="self-start"
          icon={<RotateCw aria-hidden />}
          busy={recheck.isPending}
          onClick={() => recheck.mutate({ id: proposal.id })}
        >
          Check again
        </Button>
      ) : null}
    </div>
  )
}
