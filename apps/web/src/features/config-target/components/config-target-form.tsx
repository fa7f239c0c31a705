'use client'
import { Button, RadioGroup, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { choice } from '@/form/field-schemas.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { nested, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { ConfigTarget } from '../hooks/use-config-target.ts'

interface ConfigTargetFormProps {
  cluster: string
  nodes: readonly string[]
  target: ConfigTarget
  onSaved: (saved: ConfigTarget) => void
}

const kinds = [
  {
    value: 'download',
    label: 'Manually',
    description: 'Download each file from its proposal. Frostline writes nothing.',
  },
  {
    value: 'directory',
    label: 'By a worker, to a folder of each node',
    description:
      'A shared folder or volume that the worker and the node can access. Only the file frostline-storage.xml is written there.',
  },
] as const

const targetForm = z.object({
  ...{ kind: choice<ConfigTarget['kind']>(), folder: z.string() },
  folderByNode: z.record(z.string(), z.string()),
})

export function ConfigTargetForm({ cluster, nodes, target, onSaved }: ConfigTargetFormProps) {
  const trpc = useTRPC()
  const form = useForm(targetForm, () => ({
    ...{ kind: target.kind, folder: target.folder },
    folderByNode: Object.fromEntries(nodes.map((node) => [node, target.folderByNode[node] ?? ''])),
  }))
  const save = useMutation(trpc.configTargets.set.mutationOptions({ onSuccess: onSaved }))
  const own = nested(form, 'folderByNode')
  const refusal = save.error ? reportError(save.error, 'save it') : null
  return (
    <FormFrame
      form={form}
      label="Configuration files"
      onSubmit={(given) => save.mutate({ cluster, ...given })}
    >
      <RadioGroup {...form.field('kind')} label="Delivery" options={kinds} />
      {form.draft.kind === 'directory' ? (
        <>
          <TextField
            {...form.field('folder')}
            mono
            optional
            label="Folder of each node"
            hint="Path on the worker, with {node}, {shard} or {replica}. For example /srv/clickhouse/{node}/config.d"
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-ink-3 text-xs">Folders of single nodes</legend>
            {nodes.map((node) => (
              <TextField key={node} {...own.field(node)} mono optional label={`Folder of ${node}`} />
            ))}
          </fieldset>
        </>
      ) : null}
      {refusal ? (
        <p role="alert" className="break-words text-danger-ink text-sm">
          {[refusal.object ?? refusal.title, refusal.hint].filter(Boolean).join(' ')}
        </p>
      ) : null}
      <Button type="submit" className="self-end" busy={save.isPending}>
        Save
      </Button>
    </FormFrame>
  )
}
