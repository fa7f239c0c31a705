'use client'
import { Button, Panel, TextField } from '@frostline/ui'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

/** From a key, such as one in a log, to the parts that need it. */
export function FindObject({ cluster, initial = '' }: { cluster: string; initial?: string }) {
  const router = useRouter()
  const [key, setKey] = useState(initial)
  if (!useRoleAllows('operator')) return null
  return (
    <Panel
      title="Find an object"
      description="Shows the table, part and file that need the object, on each node."
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== '') router.push(routes.inspectObject(cluster, key.trim()))
        }}
      >
        <div className="min-w-0 grow basis-80">
          <TextField
            label="Key"
            hint="The full key with its prefix, as in system.remote_data_paths or the store."
            value={key}
            onValueChange={setKey}
          />
        </div>
        <Button type="submit" icon={<Search aria-hidden />} disabled={key.trim() === ''}>
          Find
        </Button>
      </form>
    </Panel>
  )
}
