'use client'
import { Button, ConfirmDialog, formatCountOf } from '@frostline/ui'
import { FastForward, Pause, Play, Trash2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { EditPipeline } from '../form/edit-pipeline.tsx'
import { usePipelineActions } from '../hooks/use-pipeline-actions.ts'
import type { PipelineDetail } from '../pipeline.ts'

/** What an operator may do with the pipeline in its present state. */
export function PipelineActions({ pipeline }: { pipeline: PipelineDetail }) {
  const operator = useRoleAllows('operator')
  const act = usePipelineActions(pipeline)
  if (!operator) return null
  const { name, enabled, database, table, known } = pipeline
  return (
    <>
      {enabled ? (
        <>
          <Button
            icon={<FastForward aria-hidden />}
            busy={act.running}
            disabled={pipeline.loading.objects > 0}
            onClick={act.run}
          >
            Run now
          </Button>
          <ConfirmDialog
            title={`Pause ${name}?`}
            description="No new loads start. A running load continues. Pause or cancel it on its own page. The bucket is still listed. New objects count as lag and are loaded after you resume."
            confirmLabel="Pause"
            cancelLabel="Keep running"
            onConfirm={act.pause}
            trigger={<Button icon={<Pause aria-hidden />}>Pause</Button>}
          />
        </>
      ) : (
        <Button variant="primary" icon={<Play aria-hidden />} busy={act.resuming} onClick={act.resume}>
          Resume
        </Button>
      )}
      <EditPipeline pipeline={pipeline} />
      <ConfirmDialog
        danger
        title={`Remove ${name}?`}
        description={`The pipeline's list of ${formatCountOf(known.taken + known.present, 'known object')} is deleted. A new pipeline over the same objects would load them again. Its loads, and all rows in ${database}.${table}, are kept. Nothing in the bucket changes.`}
        confirmLabel="Remove pipeline"
        cancelLabel="Keep it"
        onConfirm={act.remove}
        trigger={<Button icon={<Trash2 aria-hidden />}>Remove</Button>}
      />
    </>
  )
}
