'use client'
import { Button, Panel, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { type ConfigTarget, useConfigTarget } from '../hooks/use-config-target.ts'
import { ConfigTargetForm } from './config-target-form.tsx'
import { FolderFindings } from './folder-findings.tsx'

interface ConfigTargetPanelProps {
  cluster: string
  nodes: readonly string[]
}

/** How configuration files reach a cluster's nodes, and a worker's check of their folders. */
export function ConfigTargetPanel({ cluster, nodes }: ConfigTargetPanelProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useConfigTarget(cluster)
  const keep = (target: ConfigTarget) =>
    queryClient.setQueryData(trpc.configTargets.get.queryKey({ cluster }), target)
  const check = useMutation(
    trpc.configTargets.check.mutationOptions({
      onError: (error) => showFailure(error, 'check the folders'),
      onSuccess: keep,
    }),
  )
  const target = query.data
  return (
    <Panel
      title="Configuration files"
      description="How the file of a storage proposal gets to each node."
      minHeightPx={170}
      className="max-w-240"
      {...panelFromQuery(query, { task: 'read the configuration target' })}
      // Its nodes are folders, not responses.
      missingNodes={[]}
      actions={
        target?.kind === 'directory' ? (
          <Button
            size="sm"
            icon={<FolderSearch aria-hidden />}
            busy={check.isPending || target.state === 'waiting'}
            onClick={() => check.mutate({ cluster })}
          >
            Check folders
          </Button>
        ) : null
      }
    >
      {target ? (
        <div className="flex flex-col gap-5">
          <ConfigTargetForm
            // A change by someone else resets the form instead of being overwritten unseen.
            key={target.updatedAt?.getTime() ?? 0}
            cluster={cluster}
            nodes={nodes}
            target={target}
            onSaved={(saved) => {
              keep(saved)
              showToast({ tone: 'success', title: 'Configuration target saved' })
            }}
          />
          {target.kind === 'directory' ? <FolderFindings target={target} /> : null}
        </div>
      ) : null}
    </Panel>
  )
}
