import { describe, expect, it } from 'vitest'
import { createProgram } from '../create-program.ts'
import { complete } from './complete.ts'

const program = createProgram({ run: async () => undefined }, { out: () => undefined, note: () => undefined })
const after = (line: string) => complete(program, line.split(' '))

describe('complete', () => {
  it('offers commands, without hidden ones', () => {
    expect(after('').words).toContain('move')
    expect(after('').words).not.toContain('__complete')
    expect(after('pi').words).toEqual(['pipelines'])
  })
  it('offers options that are not given yet', () => {
    expect(after('move demo.trips --to cold --').words).toContain('--older-than')
    expect(after('move demo.trips --to cold --').words).not.toContain('--to')
    expect(after('tables --se').words).toEqual(['--search'])
  })
  it('offers values of options', () => {
    expect(after('ttl demo.trips --mode ').words).toEqual(['gentle', 'heavy'])
    expect(after('tables -c ').dynamic).toBe('clusters')
    expect(after('tables --search ').words).toEqual([])
  })
  it('offers arguments by what they are, in their place', () => {
    expect(after('move ').dynamic).toBe('tables')
    expect(after('move --to cold ').dynamic).toBe('tables')
    expect(after('move demo.trips ').dynamic).toBe(null)
    expect(after('logs -f ').dynamic).toBe('runs')
    expect(after('pipelines run ').dynamic).toBe('pipelines')
    expect(after('pipelines r').words).toEqual(['run', 'resume'])
    expect(after('completion ').words).toEqual(['bash', 'zsh', 'fish'])
    expect(after('use ').dynamic).toBe('contexts')
  })
})
