'use client'
import { Button, RadioGroup, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { LoadDraftInput, LoadPlan } from '@/features/loads/load.ts'
import { viewerZone } from '@/features/schedules/zoned-time.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { CreatePipelineInput } from '../pipeline.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { settingsOf } from './settings-draft.ts'

interface SavePipelineProps {
  cluster: string
  input: LoadDraftInput
  plan: LoadPlan
  target: string
  disabled: boolean
  onSaved: () => void
}

const starts: { value: CreatePipelineInput['startWith']; label: string; description: string }[] = [
  { value: 'everything', label: 'Everything', description: 'Existing objects are loaded first.' },
  { value: 'new', label: 'Only new objects', description: 'Existing objects are never loaded.' },
]

/** Saves the reviewed load as a repeating one. Not for selected objects: nothing new will ever be among them. */
export function SavePipeline({ cluster, input, plan, target, disabled, onSaved }: SavePipelineProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [startWith, setStartWith] = useState<CreatePipelineInput['startWith']>('everything')
  const create = useMutation(trpc.loadPipelines.create.mutationOptions())
  const { title: _, source, ...load } = input
  const { selection } = source
  if (selection.kind !== 'glob') return null
  return (
    <SettingsDialog
      title="Save as pipeline"
      description={`Loads each object that matches ${source.bucket}/${selection.glob} into ${target} once, including objects that arrive later, as reviewed here.`}
      submit="Save pipeline"
      task="save the pipeline"
      initial={() => ({
        ...settingsOf(null, viewerZone()),
        name: `${selection.glob} into ${target}`.slice(0, 100),
      })}
      save={async (settings) => {
        const { id } = await create.mutateAsync({
          ...load,
          ...settings,
          source: { ...source, selection },
          strategy: plan.strategy.chosen,
          startWith,
        })
        onSaved()
        showToast({ tone: 'success', title: `Saved ${settings.name}` })
        void queryClient.invalidateQueries({ queryKey: trpc.loadPipelines.pathKey() })
        router.push(routes.pipeline(cluster, id))
      }}
      trigger={
        <Button icon={<Repeat aria-hidden />} disabled={disabled}>
          Save as pipeline
        </Button>
      }
    >
      <RadioGroup label="Start with" value={startWith} onValueChange={setStartWith} options={starts} />
    </SettingsDialog>
  )
}
