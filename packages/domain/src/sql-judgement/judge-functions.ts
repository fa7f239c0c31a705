import { isAllowedAggregate } from './allowed-aggregates.ts'
import { aggregateCallers, isAllowedFunction } from './allowed-functions.ts'

/** What a node says of a function, as `system.functions` has it. */
export interface KnownFunction {
  name: string
  /** Empty where it is no other name of a function. */
  aliasTo: string
  /** Neither SQL nor a program of a user. */
  builtIn: boolean
  isCaseInsensitive: boolean
}

export interface FunctionRules {
  /** Aggregate functions may be called too. */
  aggregates?: boolean | undefined
  isAllowed?: (name: string) => boolean
}

/**
 * The first of the names that must not be called, with what to do; null where all may be. A name counts as what the node makes
 * of it: another name of a function, or one in other case. Names of user-defined functions
 * count in their own case alone, and go before those of the engine that differ from them in case.
 */
export function judgeFunctions(
  names: readonly string[],
  known: readonly KnownFunction[],
  { aggregates = false, isAllowed = isAllowedFunction }: FunctionRules = {},
): string | null {
  const mayCall = (name: string) => isAllowed(name) || (aggregates && isAllowedAggregate(name))
  for (const name of names) {
    const alike = known.filter((each) => each.name.toLowerCase() === name.toLowerCase())
    const own =
      alike.find((each) => each.name === name) ??
      alike.find(({ builtIn, isCaseInsensitive }) => builtIn && isCaseInsensitive)
    if (own && !own.builtIn)
      return `${name}() is a user-defined function. Only built-in functions are allowed. Write out its expression.`
    // system.functions does not list aggregate functions with combinators (sumIf).
    if (!own && aggregates && isAllowedAggregate(name)) continue
    if (!own)
      return `The node has no function ${name}(). Check the spelling: names of functions are mostly case-sensitive.`
    // What they call was judged under this very name (judgeExpression).
    if (aggregateCallers.has(name)) continue
    if (!mayCall(name) && !mayCall(own.aliasTo === '' ? own.name : own.aliasTo))
      return `${name}() is not allowed. Use functions that depend only on their arguments, or prepare the value before the load.`
  }
  return null
}
