/** What a rule does to rows, or to the part that holds them, once the rule's time has passed. */
export type TtlAction =
  /** Expired rows go at the next TTL merge; without a condition a part of expired rows only is dropped whole. */
  | { kind: 'delete'; where: string | null }
  /** Expired rows are rolled up at a TTL merge. Keys and assignments as written; null: no SET. */
  | { kind: 'group-by'; keys: string; assignments: string | null }
  /** A part whose rows are all expired is written again with another codec. What stands inside CODEC(…). */
  | { kind: 'recompress'; codec: string }
  /** A part whose rows are all expired changes its place. */
  | { kind: 'move'; to: TtlTarget; name: string; ifExists: boolean }

export type TtlTarget = 'disk' | 'volume'

/** One element of a table's TTL. The expression is kept as it was written: nothing that is not understood is lost. */
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

/** Why a text is no TTL. `position` counts characters (UTF-16 units) from 0. */
export interface TtlFault {
  code: TtlFaultCode
  position: number
  message: string
}

export type TtlParse = { kind: 'parsed'; rules: TtlRule[] } | { kind: 'refused'; fault: TtlFault }

/** Thrown inside of the parser only; parseTtl turns it into an outcome. */
export class TtlFaultFound extends Error {
  readonly fault: TtlFault

  constructor(code: TtlFaultCode, position: number, message: string) {
    super(message)
    this.fault = { code, position, message }
  }
}
