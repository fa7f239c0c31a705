'use client'
import { parseTtl } from '@frostline/domain'
import { Input } from '@frostline/ui'
import { useState } from 'react'

interface AmountProps {
  label: string
  amount: number
  onChange: (amount: number) => void
}

/** A non-negative integer. An empty box while typing changes nothing. */
export function AmountInput({ label, amount, onChange }: AmountProps) {
  const [typed, setTyped] = useState(String(amount))
  return (
    <Input
      aria-label={label}
      className="w-20! text-right"
      type="number"
      min={0}
      step={1}
      value={typed === '' || Number(typed) === amount ? typed : String(amount)}
      onValueChange={(text) => {
        setTyped(text)
        if (/^\d{1,9}$/.test(text)) onChange(Number(text))
      }}
    />
  )
}

interface ConditionProps {
  label: string
  where: string | null
  onChange: (where: string | null) => void
}

/** Input is applied once it is a complete condition: an unclosed string would swallow the rules after it. */
export function ConditionInput({ label, where, onChange }: ConditionProps) {
  const [typed, setTyped] = useState(where ?? '')
  const complete = typed === '' || isCondition(typed)
  const shown = complete && typed.trim() !== (where ?? '') ? (where ?? '') : typed
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <Input
        aria-label={label}
        aria-invalid={!complete}
        className="w-64!"
        mono
        placeholder="where … (optional)"
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onValueChange={(text) => {
          setTyped(text)
          if (text === '') onChange(null)
          else if (isCondition(text)) onChange(text.trim())
        }}
      />
      {complete ? null : <span className="text-danger-ink text-xs">The condition is incomplete.</span>}
    </span>
  )
}

function isCondition(text: string): boolean {
  const parsed = parseTtl(`x WHERE ${text}`)
  if (parsed.kind === 'refused' || parsed.rules.length !== 1) return false
  const action = parsed.rules[0]?.action
  return action?.kind === 'delete' && action.where === text.trim()
}
