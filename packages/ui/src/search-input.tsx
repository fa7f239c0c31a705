'use client'
import { Search } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { controlClasses } from './control-classes.ts'
import { joinClasses } from './join-classes.ts'

export interface SearchInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur'> {
  label: string
  value: string
  onValueChange: (value: string) => void
}

/**
 * Shows typed text at once. A value in the address arrives only with the next transition: a field that waited for it would lose
 * letters typed meanwhile.
 */
export function SearchInput({ label, className, value, onValueChange, ...rest }: SearchInputProps) {
  const [pending, setPending] = useState<string | null>(null)
  if (pending === value) setPending(null)
  return (
    <div className={joinClasses('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
      <input
        {...rest}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className={joinClasses(controlClasses, 'h-8 pl-8')}
        value={pending ?? value}
        onChange={({ currentTarget }) => {
          setPending(currentTarget.value)
          onValueChange(currentTarget.value)
        }}
        onBlur={() => setPending(null)}
      />
    </div>
  )
}
