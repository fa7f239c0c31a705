'use client'
import { Button, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { viewerZone } from '@/features/schedules/zoned-time.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { Pipeline } from '../pipeline.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { settingsOf } from './settings-draft.ts'

export function EditPipeline({ pipeline }: { pipeline: Pipeline }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.loadPipelines.pathKey())
  const update = useMutation(trpc.loadPipelines.update.mutationOptions(refetch))
  return (
    <SettingsDialog
      title={`Settings of ${pipeline.name}`}
      description="Applies to later runs. A running load does not change. To change the source, mapping or table, create a new pipeline."
      submit="Save settings"
      task={`change ${pipeline.name}`}
      initial={() => settingsOf(pipeline, viewerZone())}
      save={async (settings) => {
        await update.mutateAsync({ ...settings, id: pipeline.id })
        showToast({ tone: 'success', title: 'Settings saved' })
      }}
      trigger={<Button icon={<Pencil aria-hidden />}>Settings</Button>}
    />
  )
}
