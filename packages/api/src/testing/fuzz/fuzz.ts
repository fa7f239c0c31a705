import { roles } from '@frostline/services'
import { type ListedProcedure, listProcedures } from '../../list-procedures.ts'
import { createDraw, type Draw } from './draw.ts'
import { encodeRest, encodeTrpc, type RawRequest } from './encode.ts'
import { otherEndpoints } from './other-endpoints.ts'
import { bendOneText, spoil } from './spoil.ts'
import { describeInput, type Facts, type Schema, usualInput } from './usual-input.ts'

export interface Answer {
  status: number
  text: string
}

/** A running product, or its doors alone. */
export interface Target {
  /** Sends it unchanged. Rejects if no response arrives within `timeoutMs`. */
  send(request: RawRequest, timeoutMs: number): Promise<Answer>
  /** Headers of a user of a role over tRPC, and of a token of that role over REST; null: not signed in. */
  headersOf(door: 'trpc' | 'rest', role: string | null): Record<string, string>
  /** What names and ids a procedure may be given. */
  factsFor(path: string): Facts
  /** Throws when a process of the product has ended, or it no longer responds. */
  requireAlive(): Promise<void>
  /** Cancels what the inputs have started; called periodically. */
  tidyUp(): Promise<void>
}

interface Fault {
  at: string
  input: number
  role: string
  status: number | string
  request: string
  answer: string
}

interface ProcedureReport {
  sent: number
  /** By status. */
  answers: Record<string, number>
  slowestMs: number
}

export interface FuzzReport {
  seed: number
  inputs: number
  elapsedMs: number
  procedures: Record<string, ProcedureReport>
  faults: Fault[]
}

export interface FuzzOptions {
  seed: number
  inputs: number
  /** Concurrent requests. Default 4. */
  atOnce?: number
  /** Maximum response time. Default 30 s. */
  timeoutMs?: number
  /** Only procedures whose path begins so. */
  only?: string | undefined
  report?: (line: string) => void
}

const tidyEvery = 400

/**
 * Sends generated inputs to every procedure over tRPC and REST, and to the other endpoints. Each input is derived from
 * the seed and its number alone, so that one can be repeated. A fault: a status of 500 and above, or no response in
 * time.
 */
export async function runFuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, inputs, atOnce = 4, timeoutMs = 30_000, report = () => undefined } = options
  const cases = listCases().filter(({ at }) => at.startsWith(options.only ?? ''))
  const procedures: Record<string, ProcedureReport> = {}
  const faults: Fault[] = []
  const startedAt = performance.now()
  let next = 0

  const takeOne = async (number: number) => {
    const each = cases[number % cases.length]
    if (!each) return
    const draw = createDraw(Math.imul(seed, 1_000_003) ^ Math.imul(number + 1, 2_654_435_761))
    const role = draw.chance(0.1) ? null : draw.chance(0.7) ? 'admin' : draw.pick(roles)
    const request = each.make(target.factsFor(each.at), draw)
    request.headers = { ...target.headersOf(each.door, role), ...request.headers }
    const own = procedures[each.at] ?? { sent: 0, answers: {}, slowestMs: 0 }
    procedures[each.at] = own
    own.sent += 1
    const sentAt = performance.now()
    const answer = await target.send(request, timeoutMs).catch((error: unknown) => ({
      status: 'none',
      text: error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
    }))
    own.slowestMs = Math.max(own.slowestMs, Math.round(performance.now() - sentAt))
    own.answers[answer.status] = (own.answers[answer.status] ?? 0) + 1
    if (typeof answer.status === 'number' && answer.status < 500) return
    const fault: Fault = {
      ...{ at: each.at, input: number, role: role ?? 'nobody', status: answer.status },
      request: `${request.method} ${request.path.slice(0, 600)} ${(request.body ?? '').slice(0, 1_500)}`,
      answer: answer.text.slice(0, 600),
    }
    faults.push(fault)
    report(`FAULT ${JSON.stringify(fault)}`)
  }

  const worker = async () => {
    while (next < inputs) {
      const number = next
      next += 1
      await takeOne(number)
      if (number % tidyEvery === tidyEvery - 1) {
        await target.tidyUp()
        await target.requireAlive()
        report(`${number + 1} of ${inputs}, ${faults.length} faults`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await target.tidyUp()
  await target.requireAlive()
  return { seed, inputs, elapsedMs: Math.round(performance.now() - startedAt), procedures, faults }
}

interface Case {
  at: string
  door: 'trpc' | 'rest'
  make(facts: Facts, draw: Draw): RawRequest
}

function listCases(): Case[] {
  return [...listProcedures().flatMap(casesOf), ...otherEndpoints]
}

function casesOf(procedure: ListedProcedure): Case[] {
  const schemas = procedure.inputs.map(describeInput).filter((each) => each !== undefined)
  const makeInput = (facts: Facts, draw: Draw): unknown => {
    const usual = combine(schemas, facts, draw)
    const way = draw.unit()
    return way < 0.1 ? usual : way < 0.5 ? bendOneText(usual, draw) : spoil(usual, draw)
  }
  const { path, openapi } = procedure
  const trpc: Case = {
    at: path,
    door: 'trpc',
    make: (facts, draw) => encodeTrpc(procedure, makeInput(facts, draw), draw),
  }
  if (!openapi) return [trpc]
  const { method, path: restPath } = openapi
  const rest: Case = {
    at: path,
    door: 'rest',
    make: (facts, draw) => encodeRest({ method, path: restPath }, makeInput(facts, draw), draw),
  }
  return [trpc, rest]
}

function combine(schemas: readonly Schema[], facts: Facts, draw: Draw): unknown {
  const made = schemas.map((schema) => usualInput(schema, facts, draw))
  return made.length === 1 ? made[0] : made.length === 0 ? undefined : Object.assign({}, ...made)
}
