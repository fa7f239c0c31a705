'use client'
import { Button, RadioGroup, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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

export function ConfigTargetForm({ cluster, nodes, target, onSaved }: ConfigTargetFormProps) {
  const trpc = useTRPC()
  const [kind, setKind] = useState(target.kind)
  const [folder, setFolder] = useState(target.folder)
  const [own, setOwn] = useState<Readonly<Record<string, string>>>(target.folderByNode)
  const save = useMutation(trpc.configTargets.set.mutationOptions({ onSuccess: onSaved }))
  const refusal = save.error ? reportError(save.error, 'save it') : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = Object.fromEntries(nodes.map((node) => [node, own[node] ?? '']))
    save.mutate({ cluster, kind, folder, folderByNode: given })
  }
  return (
    <form
      method="post"
      noValidate
      aria-label="Configuration files"
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <RadioGroup label="Delivery" value={kind} options={kinds} onValueChange={setKind} />
      {kind === 'directory' ? (
        <>
          <TextField
            mono
            label="Folder of each node"
            optional
            hint="Path on the worker, with {node}, {shard} or {replica}. For example /srv/clickhouse/{node}/config.d"
            value={folder}
            onValueChange={setFolder}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-ink-3 text-xs">Folders of single nodes</legend>
            {nodes.map((node) => (
              <TextField
                mono
                key={node}
                label={`Folder of ${node}`}
                optional
                value={own[node] ?? ''}
                onValueChange={(path) => setOwn({ ...own, [node]: path })}
              />
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
    </form>
  )
}
