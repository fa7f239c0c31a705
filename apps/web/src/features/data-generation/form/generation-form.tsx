'use client'
import { Button, Panel } from '@frostline/ui'
import { Eye } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import type { GenerationInput } from '../generation.ts'
import {
  emptyGenerationDraft,
  type GenerationDraft,
  type GenerationFaults,
  readGenerationDraft,
} from './generation-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { RowsFields } from './rows-fields.tsx'

export interface FieldsProps {
  draft: GenerationDraft
  change: (patch: Partial<GenerationDraft>) => void
  faults: GenerationFaults
}

interface GenerationFormProps {
  cluster: string
  from: Pick<GenerationDraft, 'source' | 'bucket' | 'prefix'>
}

/** What is written and where; then a look at it, as it was asked for; then the start. */
export function GenerationForm({ cluster, from }: GenerationFormProps) {
  const [draft, setDraft] = useState<GenerationDraft>({ ...emptyGenerationDraft, ...from })
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<GenerationInput | null>(null)
  const read = readGenerationDraft(draft)
  const input = read.kind === 'complete' ? { cluster, spec: read.spec } : null
  const fields: FieldsProps = {
    draft,
    change: (patch) => setDraft((present) => ({ ...present, ...patch })),
    faults: tried && read.kind === 'faulty' ? read.faults : {},
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    setAsked(input)
    focusFirstFault(event.currentTarget)
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <form
        method="post"
        noValidate
        aria-label="Generate test data"
        onSubmit={submit}
        className="grid min-w-0 items-start gap-4 xl:grid-cols-2"
      >
        <Panel title="Rows">
          <RowsFields {...fields} />
        </Panel>
        <Panel title="Files">
          <PlaceFields {...fields} />
        </Panel>
        <Button type="submit" className="justify-self-start" icon={<Eye aria-hidden />}>
          Preview
        </Button>
      </form>
      {asked ? (
        <PreviewPanel
          cluster={cluster}
          input={asked}
          outdated={JSON.stringify(asked) !== JSON.stringify(input)}
        />
      ) : null}
    </div>
  )
}
