'use client'
import { buttonClasses, EmptyPicture, Panel, StatusPill } from '@frostline/ui'
import { DraftingCompass, Server } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useProposals } from '../hooks/use-proposals.ts'
import { engineWords, reviewWords } from '../status.ts'

/** On the storage page: open proposals, and a link to the designer. */
export function ProposalsPanel({ cluster }: { cluster: string }) {
  const query = useProposals(cluster)
  const admin = useRoleAllows('admin')
  return (
    <Panel
      title="Proposals"
      description="Disks and policies designed here, compared with the configuration of each node."
      flush
      minHeightPx={72}
      {...panelFromQuery(query, {
        task: 'read the proposals',
        empty: ({ proposals }) =>
          proposals.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [DraftingCompass, 'accent'],
                      [Server, 'plain'],
                    ]}
                  />
                ),
                title: 'No proposals',
                children: 'Design disks and policies. The result is a proposal to review.',
              },
      })}
      actions={
        admin ? (
          <Link href={routes.designStorage(cluster)} className={buttonClasses('secondary', 'sm')}>
            <DraftingCompass aria-hidden /> Design disks and policies
          </Link>
        ) : null
      }
    >
      <ul aria-label="Proposals" className="divide-y">
        {query.data?.proposals.map((proposal) => (
          <li
            key={proposal.id}
            className="grid gap-x-6 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <Link
                href={routes.storageProposal(cluster, proposal.id)}
                className="break-words font-medium text-accent-ink text-sm hover:underline"
              >
                {proposal.title}
              </Link>
              <p className="truncate text-ink-3 text-xs">
                {[...proposal.disks, ...proposal.policies].join(', ')} · by {proposal.createdBy}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <StatusPill tone={engineWords[proposal.engine].tone}>
                {engineWords[proposal.engine].text}
              </StatusPill>
              <StatusPill tone={reviewWords[proposal.review?.outcome ?? 'none'].tone}>
                {reviewWords[proposal.review?.outcome ?? 'none'].text}
              </StatusPill>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
