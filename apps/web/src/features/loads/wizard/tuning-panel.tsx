'use client'
import { Panel, Switch, TextField } from '@frostline/ui'
import type { LoadPlan } from '../load.ts'
import type { Draft } from './draft.ts'

type Tuning = Draft['tuning']
type NumberKey = 'maxThreads' | 'maxInsertThreads' | 'minInsertBlockRows' | 'batchesAtOnce' | 'memoryGib'

/** Settings of the statements. What is left empty is as shown: from the cores of the nodes, or the server's own choice. */
export function TuningPanel(props: {
  tuning: Tuning
  plan: LoadPlan | undefined
  onChange: (tuning: Tuning) => void
}) {
  const { tuning, plan, onChange } = props
  const field = (key: NumberKey, most: number) => ({
    inputMode: 'numeric' as const,
    defaultValue: tuning[key] === undefined ? '' : String(tuning[key]),
    onValueChange: (text: string) => {
      const { [key]: _, ...others } = tuning
      const value = Number(text)
      if (text === '') onChange(others)
      else if (/^[1-9]\d*$/.test(text) && value <= most) onChange({ ...others, [key]: value })
    },
  })
  const chosen = plan?.tuning
  return (
    <Panel title="Tuning" description="For each statement on each node. Leave empty for the default shown.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          {...field('maxThreads', 1_024)}
          label="Read threads"
          hint="max_threads. Default: number of cores."
          placeholder={String(chosen?.maxThreads ?? '')}
        />
        <TextField
          {...field('maxInsertThreads', 256)}
          label="Write threads"
          hint="max_insert_threads. Default: half of the cores above four. Each keeps a block in memory."
          placeholder={String(chosen?.maxInsertThreads ?? '')}
        />
        <TextField
          {...field('batchesAtOnce', 16)}
          label="Concurrent batches"
          hint="More batches overlap reads with publishing, and use more memory."
          placeholder={String(chosen?.batchesAtOnce ?? 1)}
        />
        <TextField
          {...field('minInsertBlockRows', 100_000_000)}
          label="Min rows per block"
          hint="min_insert_block_size_rows. Larger blocks make fewer parts and use more memory."
          placeholder="1048449"
        />
        <TextField
          {...field('memoryGib', 10_000)}
          label="Max memory, GiB"
          hint="max_memory_usage. A statement that needs more fails. The server does not."
          placeholder="as the user has"
        />
        <div className="self-center">
          <Switch
            checked={tuning.parallelParsing ?? true}
            onCheckedChange={(parallelParsing) => onChange({ ...tuning, parallelParsing })}
          >
            Parse one object with several threads
          </Switch>
        </div>
      </div>
    </Panel>
  )
}
