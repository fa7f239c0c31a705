/** What a rule does to rows, or to their part, once the rule's time has passed. */
export type TtlAction =
  /**
   * Expired rows are removed at the next TTL merge; without a condition a part with only expired rows is dropped whole.
   */
  | { kind: 'delete'; where: string | null }
  /** Expired rows are rolled up at a TTL merge. Keys and assignments as written; null: no SET. */
  | { kind: 'group-by'; keys: string; assignments: string | null }
  /** A part whose rows are all expired is rewritten with another codec. The content of CODEC(…). */
  | { kind: 'recompress'; codec: string }
  /** A part whose rows are all expired is moved. */
  | { kind: 'move'; to: TtlTarget; name: string; ifExists: boolean }

export type TtlTarget = 'disk' | 'volume'

/** One element of a table's TTL. The expression is kept as written, so that nothing is lost that was not understood. */
export interface TtlRule {
  expression: string
  action: TtlAction
}

export type TtlFaultCode =
  | 'unterminated-string'
  | 'unterminated-name'
  | 'unterminated-comment'
  | 'unterminated-heredoc'
  | 'unbalanced-bracket'
  | 'empty-expression'
  | 'unexpected-text'
  | 'unknown-target'
  | 'missing-name'
  | 'missing-keys'
  | 'missing-assignment'
  | 'missing-codec'
  | 'missing-condition'

/** Why a text is not a TTL. `position` counts UTF-16 units from 0. */
export interface TtlFault {
  code: TtlFaultCode
  position: number
  message: string
}

export type TtlParse = { kind: 'parsed'; rules: TtlRule[] } | { kind: 'refused'; fault: TtlFault }

/** Thrown inside the parser only; parseTtl turns it into a result. */
export class TtlFaultFound extends Error {
  readonly fault: TtlFault

  constructor(code: TtlFaultCode, position: number, message: string) {
    super(message)
    this.fault = { code, position, message }
  }
}
