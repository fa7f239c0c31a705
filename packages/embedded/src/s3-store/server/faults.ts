import type { OperationName } from './identify-operation.ts'

/** What to do to matching requests. Without `status`, `code` and `dropConnection` a rule only delays, or shifts the clock. */
export interface FaultRule {
  readonly operation: OperationName | '*'
  readonly bucket?: string
  readonly keyPrefix?: string
  /** Return this HTTP status instead. */
  readonly status?: number
  /** S3 error code of that response. Default: SlowDown for 503 and InternalError otherwise. */
  readonly code?: string
  readonly latencyMs?: number
  /** The clock of the store is so far ahead when it checks the signature. Negative: behind. */
  readonly clockAheadMs?: number
  /** From 0 to 1. Default 1. */
  readonly probability?: number
  /** How many requests the rule affects. Default: all. */
  readonly times?: number
  /** Cut the connection without a response. */
  readonly dropConnection?: boolean
  /** `after`: the operation runs first; only its response is late, lost or replaced. Default `before`. */
  readonly phase?: 'before' | 'after'
}

export type Fault = Omit<FaultRule, 'operation' | 'bucket' | 'keyPrefix' | 'probability' | 'times'>

/** What S3 says with a code: servers show this text, and not the code. */
export function faultMessage(code: string): string {
  const texts: Readonly<Record<string, string>> = {
    SlowDown: 'Please reduce your request rate.',
    AccessDenied: 'Access Denied',
    InvalidAccessKeyId: 'The AWS Access Key Id you provided does not exist in our records.',
    ExpiredToken: 'The provided token has expired.',
  }
  return texts[code] ?? 'Injected fault.'
}

/** Active rules. The first match applies to a request; delays of other rules do not add up. */
export class FaultRules {
  #rules: { readonly rule: FaultRule; left: number }[] = []
  readonly #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#rules = []
  }

  list(): FaultRule[] {
    return this.#rules.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule))
  }

  /** The fault for this request, if any; decrements the rule's `times`. */
  take(operation: OperationName, bucket: string, key: string): Fault | null {
    const hit = this.#rules.find(
      ({ rule }) =>
        (rule.operation === '*' || rule.operation === operation) &&
        (rule.bucket === undefined || rule.bucket === bucket) &&
        (rule.keyPrefix === undefined || key.startsWith(rule.keyPrefix)) &&
        (rule.probability === undefined || this.#random() < rule.probability),
    )
    if (!hit) return null
    hit.left -= 1
    if (hit.left <= 0) this.#rules = this.#rules.filter((entry) => entry !== hit)
    return hit.rule
  }
}

/** Reads a rule sent as JSON. @throws Error that says which field is wrong. */
export function parseFaultRule(value: unknown, operations: ReadonlySet<string>): FaultRule {
  if (typeof value !== 'object' || value === null) throw new Error('A fault rule is a JSON object.')
  const rule = value as Record<string, unknown>
  const unknownField = Object.keys(rule).find((name) => !(name in FIELDS))
  if (unknownField !== undefined) throw new Error(`A fault rule has no field ${unknownField}.`)
  if (rule.operation !== '*' && !operations.has(String(rule.operation))) {
    throw new Error(`The operation of a fault rule is '*' or one of ${[...operations].join(', ')}.`)
  }
  for (const [name, isValid] of Object.entries(FIELDS)) {
    if (rule[name] !== undefined && !isValid(rule[name])) {
      throw new Error(`The field ${name} of a fault rule cannot be ${JSON.stringify(rule[name])}.`)
    }
  }
  return value as FaultRule
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high

const FIELDS: Record<keyof FaultRule, (value: unknown) => boolean> = {
  operation: isText,
  bucket: isText,
  keyPrefix: isText,
  status: isNumber(400, 599),
  code: isText,
  latencyMs: isNumber(0, 3_600_000),
  clockAheadMs: isNumber(-86_400_000, 86_400_000),
  probability: isNumber(0, 1),
  times: isNumber(1, Number.MAX_SAFE_INTEGER),
  dropConnection: (value) => typeof value === 'boolean',
  phase: (value) => value === 'before' || value === 'after',
}
