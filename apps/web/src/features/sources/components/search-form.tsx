'use client'
import { Button, SearchInput } from '@frostline/ui'
import { type FormEvent, useState } from 'react'

interface SearchFormProps {
  /** What is searched now; empty: nothing. */
  text: string
  onSearch: (text: string) => void
}

/** Asks on Enter, not while typing: a search lists the bucket. */
export function SearchForm({ text, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search className="w-full sm:w-auto">
      <form onSubmit={submit} className="flex items-center gap-2">
        <SearchInput
          label="Search below this folder"
          placeholder="Part of a name, or *.csv.gz"
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          className="min-w-0 flex-1 sm:w-64 sm:flex-none"
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Search
        </Button>
        {text === '' ? null : (
          <Button variant="ghost" onClick={() => onSearch('')}>
            Back to the folder
          </Button>
        )}
      </form>
    </search>
  )
}
