'use client'
import {
  Button,
  Checkbox,
  ConfirmDialog,
  Field,
  formatBytes,
  formatCountOf,
  Panel,
  RadioGroup,
  Select,
} from '@frostline/ui'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { routes } from '@/navigation/routes.ts'
import type { RouterInputs } from '@/trpc/router-outputs.ts'
import type { AuditDetail } from '../../bucket-audit.ts'
import { useRemovalActions } from '../hooks/use-removals.ts'
import type { RemovalPreview } from '../removal.ts'
import { readWait, type Wait, waits } from './removal-draft.ts'

interface QuarantinePanelProps {
  audit: AuditDetail
  choice: RouterInputs['orphanRemovals']['preview']['choice']
  preview: RemovalPreview
}

/** How they are taken away, when they are deleted, and what only a person can know. */
export function QuarantinePanel({ audit, choice, preview }: QuarantinePanelProps) {
  const { objects, bytes, obstacles, noTags } = preview
  const router = useRouter()
  const { start } = useRemovalActions()
  const [way, setWay] = useState<'tag' | 'copy'>('copy')
  const [wait, setWait] = useState<Wait>('168')
  const [attested, setAttested] = useState(false)
  const what = `${formatCountOf(objects, 'object')} of ${formatBytes(bytes)}`
  const refused = obstacles.length > 0 || objects === 0n || !attested
  async function begin() {
    const { id } = await start.mutateAsync({
      ...{ auditId: audit.id, choice, way, waitHours: readWait(wait), attested: true },
      ...{ expectedObjects: Number(objects), expectedBytes: String(bytes) },
    })
    router.push(routes.orphanRemoval(audit.clusterSlug, id))
  }
  return (
    <Panel title="How they are removed">
      <div className="flex max-w-2xl flex-col gap-5">
        <RadioGroup
          label="Quarantine"
          value={way}
          onValueChange={setWay}
          options={[
            {
              value: 'copy',
              label: 'Copy to a quarantine prefix',
              description:
                'Copied within the store, then deleted at its key: whoever needs it after all fails at once, and it can be brought back. Up to 5 GiB an object.',
            },
            {
              value: 'tag',
              label: 'Object tag',
              description: noTags
                ? `This store has none: ${noTags}`
                : 'It stays where it is and bears a tag, which a policy of the bucket may deny to readers. Without such a policy nobody notices.',
              disabled: noTags !== null,
            },
          ]}
        />
        <Field
          label="Deletion for good"
          hint="A second admin may approve it at any time before. Stale uploads know no quarantine: they are aborted then."
        >
          <Select value={wait} options={waits} onValueChange={setWait} />
        </Field>
        <Checkbox checked={attested} onCheckedChange={setAttested}>
          All replicas that use this bucket are registered here, and nothing else needs objects below these
          prefixes: no BACKUP to a disk, no copies of metadata that a backup tool keeps, no other console.
        </Checkbox>
        <div>
          <ConfirmDialog
            danger
            title={`Put ${what} into quarantine?`}
            description={
              way === 'copy'
                ? `Each is looked for on all replicas again, copied below frostline-quarantine/, and deleted at its key. All of it can be brought back until it is deleted for good, ${waits.find(({ value }) => value === wait)?.label}.`
                : `Each is looked for on all replicas again and gets a tag. All tags can be taken back until the objects are deleted for good, ${waits.find(({ value }) => value === wait)?.label}.`
            }
            confirmLabel="Start the removal"
            cancelLabel="Cancel"
            onConfirm={begin}
            trigger={
              <Button
                variant="danger"
                icon={<Trash2 aria-hidden />}
                disabled={refused}
                busy={start.isPending}
              >
                Put into quarantine
              </Button>
            }
          />
        </div>
      </div>
    </Panel>
  )
}
