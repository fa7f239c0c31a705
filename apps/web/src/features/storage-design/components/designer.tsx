'use client'
import {
  type DiskDraft,
  diskTemplates,
  lintDraft,
  readStorageXml,
  type StorageDraft,
  toStorageFacts,
} from '@frostline/domain'
import { Button, Dialog, Menu, MenuItem, Panel, TextField } from '@frostline/ui'
import { FileInput, Plus } from 'lucide-react'
import { useState } from 'react'
import { useStorage } from '@/features/storage/hooks/use-storage.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { addDisk, moveUp, newPolicy, removeAt, replaceAt } from '../edit-draft.ts'
import { DiskEditor } from './disk-editor.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { ProposePanel } from './propose-panel.tsx'

interface Props {
  cluster: string
  title: string
  draft: StorageDraft
  /** The proposal that it is based on. */
  basedOn: string | undefined
}

export function Designer({ cluster, title, draft: initial, basedOn }: Props) {
  const [draft, setDraft] = useState(initial)
  // Nothing is added before the nodes are read: a new disk or policy gets a name that no node has.
  const { query, nodes } = useStorageFacts(cluster)
  const isReading = query.data === undefined && !query.error
  const findings = lintDraft(draft, nodes)
  const running = [...new Set(nodes.flatMap(({ disks }) => disks.map(({ name }) => name)))]
  const disks = [...new Set(['default', ...running, ...draft.disks.map(({ name }) => name)])]
  const policies = [...new Set(nodes.flatMap((node) => node.policies.map(({ name }) => name)))]
  const panel = panelFromQuery(query, { task: 'read the configuration of the nodes' })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel
          title="1. Disks"
          description="New disks, or existing disks to replace. Disks that the nodes already have need not be listed."
          actions={
            <>
              <ImportXml onImport={setDraft} />
              <AddDisk disabled={isReading} onAdd={(disk) => setDraft(addDisk(draft, disk, running))} />
            </>
          }
        >
          {draft.disks.length === 0 ? (
            <p className="text-ink-3 text-sm">
              None. The nodes have {running.join(', ') || 'not been read yet'}.
            </p>
          ) : (
            <div className="flex flex-col gap-4">
              {draft.disks.map((disk, index) => (
                <DiskEditor
                  // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed, so only the place is stable
                  key={index}
                  disk={disk}
                  first={index === 0}
                  findings={findings}
                  disks={disks}
                  onChange={(changed) =>
                    setDraft({ ...draft, disks: replaceAt(draft.disks, index, changed) })
                  }
                  onMoveUp={() => setDraft({ ...draft, disks: moveUp(draft.disks, index) })}
                  onRemove={() => setDraft({ ...draft, disks: removeAt(draft.disks, index) })}
                />
              ))}
            </div>
          )}
        </Panel>
        <Panel
          title="2. Policies"
          description="Volumes in the order in which the server fills them."
          actions={
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              disabled={isReading}
              onClick={() =>
                setDraft({ ...draft, policies: [...draft.policies, newPolicy(draft, policies)] })
              }
            >
              Add policy
            </Button>
          }
        >
          {draft.policies.length === 0 ? (
            <p className="text-ink-3 text-sm">
              None. The nodes have {policies.join(', ') || 'not been read yet'}.
            </p>
          ) : (
            <div className="flex flex-col gap-4">
              {draft.policies.map((policy, index) => (
                <PolicyEditor
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={index}
                  policy={policy}
                  findings={findings}
                  disks={disks}
                  onChange={(changed) =>
                    setDraft({ ...draft, policies: replaceAt(draft.policies, index, changed) })
                  }
                  onRemove={() => setDraft({ ...draft, policies: removeAt(draft.policies, index) })}
                />
              ))}
            </div>
          )}
        </Panel>
      </div>
      <ProposePanel
        cluster={cluster}
        initialTitle={title}
        basedOn={basedOn}
        draft={draft}
        nodes={nodes}
        findings={findings}
        panel={panel}
      />
    </div>
  )
}

/** What every node runs now, for lints and differences, with its age and missing nodes. */
function useStorageFacts(cluster: string) {
  const query = useStorage(cluster)
  return { query, nodes: query.data ? toStorageFacts(query.data.data) : [] }
}

function AddDisk({ disabled, onAdd }: { disabled: boolean; onAdd: (disk: DiskDraft) => void }) {
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabled={disabled}>
          Add disk
        </Button>
      }
      className="w-88"
    >
      {diskTemplates.map(({ id, label, note, disk }) => (
        <MenuItem key={id} onSelect={() => onAdd(disk)}>
          <span className="block">{label}</span>
          <span className="block whitespace-normal text-2xs text-ink-3">{note}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Imports an existing configuration: it replaces the designer's content. */
function ImportXml({ onImport }: { onImport: (draft: StorageDraft) => void }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const read = () => {
    const result = readStorageXml(text)
    if (result.kind === 'fault') return setFault(result.text)
    onImport(result.draft)
    setText('')
    setOpen(false)
  }
  return (
    <Dialog
      title="Import a configuration"
      description="Its disks and policies replace those in the designer. The file is not sent anywhere."
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" icon={<FileInput aria-hidden />}>
          Read XML
        </Button>
      }
      footer={
        <Button variant="primary" onClick={read}>
          Import
        </Button>
      }
    >
      <TextField
        mono
        rows={14}
        label="Configuration"
        error={fault}
        hint="A file with <storage_configuration>. Other sections are ignored."
        value={text}
        onValueChange={setText}
      />
    </Dialog>
  )
}
