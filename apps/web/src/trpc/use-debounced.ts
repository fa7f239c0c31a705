'use client'
import { useEffect, useState } from 'react'

/** The value after it has not changed for a while, so that typing does not query for every letter. */
export function useDebounced<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs)
    return () => clearTimeout(timer)
  }, [value, quietMs])
  return settled
}
