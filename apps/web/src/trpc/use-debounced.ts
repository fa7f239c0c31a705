'use client'
import { useEffect, useState } from 'react'

/** The value as it was once it had not changed for a while, so that typing does not ask for every letter. */
export function useDebounced<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs)
    return () => clearTimeout(timer)
  }, [value, quietMs])
  return settled
}
