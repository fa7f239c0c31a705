import type { RunRef } from '@frostline/db'
import type { StateChange, StateObject } from '@frostline/domain'
import type { z } from 'zod'
import type { acceptedLosses } from '../../placement/ttl/schema.ts'
import type { ServiceContext } from '../base/context.ts'

type AcceptedLosses = z.output<typeof acceptedLosses>

/** An object as it is in the ledger. */
export interface PresentObject extends StateObject {
  id: string
  /** Its secrets by their place in the spec, see secretRefsOf. Omitted: it has none. */
  secrets?: Readonly<Record<string, () => string>>
}

export interface GivenValues {
  /** Empty: the stored one is kept. */
  secret: string
  /** What `prepare` has returned. */
  prepared: unknown
}

export interface ReadScope {
  /** Objects of the file, for kinds of which only these are read. */
  wanted: 'all' | readonly StateObject[]
  /** Takes in sentences what could not be read of `all`. */
  leftOut: string[]
}

/** What a change would do, by the dry run of its page. */
export interface DryRun {
  /** Sentences. */
  notes: string[]
  /** Why the change would be refused. Omitted: it would not be. */
  blocked?: string
  /** Rows and values that the change deletes. An apply has to accept them. Omitted: none. */
  accept?: AcceptedLosses
}

/** A change as it is stored with its change set. */
export interface StoredStateChange extends StateChange {
  accepts?: AcceptedLosses
}

interface Readable {
  /** @throws ServiceError `unreachable` where something of `wanted` cannot be read. */
  read(ctx: ServiceContext, scope: ReadScope): Promise<PresentObject[]>
  /** @param plan all changes that are planned with it. */
  preview?(ctx: ServiceContext, change: StateChange, plan: readonly StateChange[]): Promise<DryRun>
}

/** The step of a change set that makes a change. */
export interface StepAt {
  run: RunRef
  ordinal: number
  file: string
  commit: string | null
  /** Who approved the change set. Null: nobody had to. */
  approvedBy: string | null
  /** It failed before and is tried again. */
  isRetry: boolean
  /** Of a step of the kind storage. Null: not created yet. */
  proposalId: string | null
}

/** `waits`: it is called again after a while. `asRetry`: as the same retry. */
export type StepOutcome = 'done' | 'unchanged' | { waits: string; asRetry?: true }

/** Objects that are on the nodes, or whose change asks the nodes: not in one transaction with its step. */
export interface NodeAdapter extends Readable {
  /** A step waits for registered nodes that do not respond. Omitted: it fails, since addresses may be wrong. */
  waitsForNodes?: true
  /**
   * Makes the change, before it is recorded. After a crash it is called again: what is made already is not made twice.
   * @param secrets by their place. What is left out is kept as it is stored.
   * @param step null: before there is a change set.
   */
  carryOut(
    ctx: ServiceContext,
    change: StoredStateChange,
    secrets: Readonly<Record<string, string>>,
    step: StepAt | null,
  ): Promise<StepOutcome>
}

export type StateAdapter = LedgerAdapter | NodeAdapter

/** How the objects of one kind are read and changed, by the verbs of their pages. */
export interface LedgerAdapter extends Readable {
  /** What needs other services, before the transaction of the change. */
  prepare?(ctx: ServiceContext, change: StateChange): Promise<unknown>
  create(ctx: ServiceContext, object: StateObject, given: GivenValues): Promise<unknown>
  update(
    ctx: ServiceContext,
    present: PresentObject,
    object: StateObject,
    given: GivenValues,
  ): Promise<unknown>
  /** Omitted: it always exists. */
  remove?(ctx: ServiceContext, present: PresentObject): Promise<unknown>
}
