'use client'
import { useState } from 'react'

/** The value, or the previous one after it became null: a dialog keeps its content while it closes. */
export function useLastKnown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
