'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readForm, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { statusOf } from '@/trpc/query-client.ts'
import type { Cluster } from './cluster.ts'
import { type ClusterDraft, clusterForm, draftOf, isStoredConnection, toConnection } from './cluster-draft.ts'

/** The API rejected it because a node is down or lacks something: the user may accept that. */
const unusable = 422
/** A removed node is still needed. */
const inUse = 409

/**
 * A registration or a change of one: the draft, its faults once submitted, the connection test and saving. A rejected
 * save is followed by a test, so that the form shows what each node lacks.
 */
export function useClusterForm(cluster: Cluster | null, onSaved: (saved: Cluster) => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [purpose, setPurpose] = useState<ClusterDraft['purpose']>('save')
  const [passwordAsked, setPasswordAsked] = useState(false)
  const form = useForm(clusterForm, () => draftOf(cluster), { known: () => ({ purpose, passwordAsked }) })
  const { draft } = form
  const [acceptUnusable, setAcceptUnusable] = useState(false)
  const [leaveStoppedMoves, setLeaveStoppedMoves] = useState(false)
  const [testedAs, setTestedAs] = useState('')
  const fresh = useMutation(trpc.clusters.testConnection.mutationOptions())
  const stored = useMutation(trpc.clusters.test.mutationOptions())
  const handlers = {
    onSuccess: ({ cluster: saved }: { cluster: Cluster }) => {
      void queryClient.invalidateQueries({ queryKey: trpc.clusters.pathKey() })
      onSaved(saved)
    },
  }
  const register = useMutation(trpc.clusters.register.mutationOptions(handlers))
  const update = useMutation(trpc.clusters.update.mutationOptions(handlers))
  const test = testedAs === 'stored' ? stored : fresh
  const saving = cluster ? update : register

  /** Whether the draft can be sent for this; otherwise its faults are shown from now on. */
  const ready = (wanted: typeof purpose) => {
    setPurpose(wanted)
    setPasswordAsked(false)
    form.showFaults()
    return readForm(clusterForm, { ...draft, purpose: wanted, passwordAsked: false }).value !== null
  }
  const print = JSON.stringify(toConnection(draft))
  const runTest = () => {
    if (cluster && draft.password === '') {
      if (!isStoredConnection(draft, cluster)) {
        setPasswordAsked(true)
        return
      }
      setTestedAs('stored')
      stored.mutate({ cluster: cluster.id })
      return
    }
    setTestedAs(print)
    fresh.mutate(toConnection(draft))
  }
  const save = () => {
    if (!ready('save')) return
    const { approvalRequired } = draft
    const input = { ...toConnection(draft), name: draft.name.trim(), approvalRequired, acceptUnusable }
    const onError = (error: unknown) => {
      if (statusOf(error) === unusable) runTest()
    }
    if (!cluster) register.mutate(input, { onError })
    else {
      const { password, ...kept } = input
      const stoppedMoves = leaveStoppedMoves ? 'leave' : 'refuse'
      update.mutate(
        { ...kept, cluster: cluster.id, stoppedMoves, ...(password ? { password } : {}) },
        { onError },
      )
    }
  }
  return {
    ...form,
    ready,
    askPassword: () => setPasswordAsked(true),
    test: () => {
      if (ready('test')) runTest()
    },
    testing: test.isPending,
    testError: test.error,
    report: test.data,
    outdated:
      testedAs === 'stored' ? cluster !== null && !isStoredConnection(draft, cluster) : testedAs !== print,
    save,
    saving: saving.isPending,
    saveError: saving.error,
    mayAccept: statusOf(saving.error) === unusable,
    /** The cluster whose node is still needed. */
    inUse: cluster && statusOf(saving.error) === inUse ? cluster.id : null,
    ...{ leaveStoppedMoves, setLeaveStoppedMoves, acceptUnusable, setAcceptUnusable },
  }
}

export type ClusterFormState = ReturnType<typeof useClusterForm>
