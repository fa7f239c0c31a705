import type { StateChange, StateObject } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'

/** An object as it is in the ledger. */
export interface PresentObject extends StateObject {
  id: string
  /** Omitted: it has no secret. */
  openSecret?: () => string
}

export interface GivenValues {
  /** Empty: the stored one is kept. */
  secret: string
  /** What `prepare` has returned. */
  prepared: unknown
}

/** How the objects of one kind are read and changed, by the verbs of their pages. */
export interface StateAdapter {
  read(ctx: ServiceContext): Promise<PresentObject[]>
  /** What needs other services, before the transaction of the change. */
  prepare?(ctx: ServiceContext, change: StateChange): Promise<unknown>
  /** What the change would do, in sentences, by the dry run of its page. */
  preview?(ctx: ServiceContext, change: StateChange): Promise<string[]>
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
