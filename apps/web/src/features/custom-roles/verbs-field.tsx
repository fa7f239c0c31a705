'use client'
import { Badge, Checkbox, Fold, SearchInput } from '@frostline/ui'
import { useState } from 'react'
import { searchVerbs, toggleVerbs } from './verbs.ts'

interface VerbsFieldProps {
  value: readonly string[]
  onValueChange: (verbs: string[]) => void
  fault: string | undefined
}

/** The verbs of a custom role, by area. */
export function VerbsField({ value, onValueChange, fault }: VerbsFieldProps) {
  const [search, setSearch] = useState('')
  const areas = searchVerbs(search)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-xs">Verbs</legend>
      <p className="text-ink-3 text-xs">
        What people with this role may do where it is granted, in addition to what a viewer may do.{' '}
        {value.length} chosen.
      </p>
      <SearchInput label="Search verbs" value={search} onValueChange={setSearch} />
      {fault ? <p className="text-danger-ink text-xs">{fault}</p> : null}
      <div className="flex max-h-96 min-w-0 flex-col gap-2 overflow-auto scrollbar-thin">
        {areas.length === 0 ? <p className="text-ink-3 text-sm">No verb matches.</p> : null}
        {areas.map(([area, verbs]) => {
          const paths = verbs.map(({ path }) => path)
          const chosen = paths.filter((path) => value.includes(path)).length
          return (
            <Fold
              key={`${area} ${search === ''}`}
              inset
              title={`${area.charAt(0).toUpperCase()}${area.slice(1)}`}
              note={`${chosen} of ${paths.length}`}
              open={search !== ''}
            >
              <div className="flex flex-col gap-2">
                <Checkbox
                  checked={chosen === paths.length}
                  indeterminate={chosen > 0 && chosen < paths.length}
                  onCheckedChange={(isOn) => onValueChange(toggleVerbs(value, paths, isOn))}
                >
                  <span className="font-medium">
                    {search === '' ? `All of ${area}` : `All ${paths.length} of ${area} that match`}
                  </span>
                </Checkbox>
                {verbs.map(({ path, title, role }) => (
                  <Checkbox
                    key={path}
                    checked={value.includes(path)}
                    onCheckedChange={(isOn) => onValueChange(toggleVerbs(value, [path], isOn))}
                  >
                    <span className="min-w-0">
                      {title} <Badge>{role}</Badge>{' '}
                      <span className="break-all font-mono text-ink-3 text-xs">{path}</span>
                    </span>
                  </Checkbox>
                ))}
              </div>
            </Fold>
          )
        })}
      </div>
    </fieldset>
  )
}
