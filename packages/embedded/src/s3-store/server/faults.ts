import type { OperationName } from './identify-operation.ts'

/** What to do to matching requests. Without `status`, `code` and `dropConnection` a rule only delays. */
export interface FaultRule {
  readonly operation: OperationName | '*'
  readonly bucket?: string
  readonly keyPrefix?: string
  /** Answer with this HTTP status instead. */
  readonly status?: number
  /** S3 error code of that answer: SlowDown for 503 and InternalError otherwise, unless given. */
  readonly code?: string
  readonly latencyMs?: number
  /** From 0 to 1; 1 unless given. */
  readonly probability?: number
  /** How many requests the rule hits before it is spent; all unless given. */
  readonly times?: number
  /** Cut the connection without an answer. */
  readonly dropConnection?: boolean
  /** `after`: the operation is carried out first; only its answer is late, lost or another. Default `before`. */
  readonly phase?: 'before' | 'after'
}

export type Fault = Omit<FaultRule, 'operation' | 'bucket' | 'keyPrefix' | 'probability' | 'times'>

/** The rules in force. A request meets the first that matches; a delay of another rule does not add up. */
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

  /** The fault of this request, if any; takes one from the rule's `times`. */
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
  probability: isNumber(0, 1),
  times: isNumber(1, Number.MAX_SAFE_INTEGER),
  dropConnection: (value) => typeof value === 'boolean',
  phase: (value) => value === 'before' || value === 'after',
}
