import { SearchInput } from '@frostline/ui'

/** Filters a ledger of objects by a part of their keys. */
export function ObjectSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SearchInput
      label="Search objects"
      placeholder="Part of a key"
      value={value}
      onValueChange={onChange}
      className="w-40"
    />
  )
}
