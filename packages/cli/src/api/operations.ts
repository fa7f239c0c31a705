// Generated from the OpenAPI document by packages/api/src/rest/cli-types.test.ts, and updated by: npx vitest run --project unit packages/api/src/rest/cli-types.test.ts --update

export interface Operations {
  'GET /me': {
    path: Record<string, never>
    query: Record<string, never>
    body: undefined
    answer: {
      type: "user" | "token" | "system"
      id: string
      name: string
      email: string | null
      role: "member" | "viewer" | "operator" | "admin"
      grants: Array<{
        on: "everything"
        role: string
        custom?: {
          verbs: Array<string>
          max: "viewer" | "operator" | "admin"
        } | undefined
      } | {
        on: "tables"
        role: string
        cluster: string | null
        database: string
        table: string
        custom?: {
          verbs: Array<string>
          max: "viewer" | "operator" | "admin"
        } | undefined
        clusterName: string | null
      } | {
        on: "sources"
        role: string
        source: string
        custom?: {
          verbs: Array<string>
          max: "viewer" | "operator" | "admin"
        } | undefined
      }>
      sessionId: string | null
    }
  }
  'GET /clusters': {
    path: Record<string, never>
    query: Record<string, never>
    body: undefined
    answer: {
      clusters: Array<{
        id: string
        slug: string
        name: string
        clusterName: string | null
        username: string
        tlsVerify: boolean
        tlsCaPem: string | null
        approvalRequired: boolean
        createdAt: string
        updatedAt: string
        nodes: Array<{
          name: string
          url: string
          shard: number
          replica: number
        }>
      }>
    }
  }
  'GET /clusters/{cluster}/tables': {
    path: {
      cluster: string
    }
    query: {
      fresh?: boolean | undefined
      search?: string | undefined
      database?: string | undefined
      policy?: string | undefined
      family?: "merge-tree" | "distributed" | "view" | "other" | undefined
      includeSystem?: boolean | undefined
      sort?: "name" | "engine" | "policy" | "bytes" | "hot" | "cold" | "parts" | "rows" | "partitions" | undefined
      direction?: "asc" | "desc" | undefined
      limit?: number | undefined
      offset?: number | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        total: number
        totals: {
          tiers: {
            hot: {
              parts: string
              rows: string
              bytes: string
            }
            cold: {
              parts: string
              rows: string
              bytes: string
            }
            unknown: {
              parts: string
              rows: string
              bytes: string
            }
          }
          totalBytes: string
          logical: {
            from: Array<{
              node: string
              shard: number
            }>
            lastSeen: Array<{
              node: string
              at: string
            }>
            unknown: Array<string>
            rows: string | null
            bytes: string | null
            uncompressedBytes: string | null
          }
          withParts: number
        }
        databases: Array<{
          name: string
          tables: number
        }>
        policies: Array<string>
        replication: Array<{
          tables: number
          readOnly: number
          sessionExpired: number
          readOnlyTables: Array<string>
          maxDelaySeconds: number
          maxDelayTable: string
          queueEntries: number
          node: string
        }>
        tables: Array<{
          database: string
          table: string
          engine: string
          family: "merge-tree" | "distributed" | "view" | "other"
          storagePolicy: string | null
          partitionKey: string
          sortingKey: string
          ttl: string
          modifiedAt: string
          differs: Array<"engine" | "storagePolicy" | "partitionKey" | "sortingKey" | "ttl">
          tiers: {
            hot: {
              parts: string
              rows: string
              bytes: string
            }
            cold: {
              parts: string
              rows: string
              bytes: string
            }
            unknown: {
              parts: string
              rows: string
              bytes: string
            }
          } | null
          totalBytes: string | null
          sharedBytes: string | null
          logical: {
            from: Array<{
              node: string
              shard: number
            }>
            lastSeen: Array<{
              node: string
              at: string
            }>
            unknown: Array<string>
            rows: string | null
            bytes: string | null
            uncompressedBytes: string | null
          } | null
          partitions: number | null
          presentOn: Array<string>
          absentFrom: Array<string>
          readsFrom: {
            database: string
            table: string
            cluster: string
          } | null
          readBy: Array<{
            database: string
            table: string
          }>
        }>
      }
    }
  }
  'GET /clusters/{cluster}/costs': {
    path: {
      cluster: string
    }
    query: {
      search?: string | undefined
      limit?: number | undefined
      fresh?: boolean | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        currency: string
        perMonth: number | null
        tiers: Array<{
          tier: "hot" | "cold" | "unknown"
          bytes: string
          objects: string
          perMonth: number | null
        }>
        idlePerMonth: number
        disks: Array<{
          disk: string
          tier: "hot" | "cold" | "unknown"
          bytes: string
          objects: string
          perMonth: number | null
        }>
        found: number
        tables: Array<{
          database: string
          table: string
          hotBytes: string
          coldBytes: string
          unknownBytes: string
          hotPerMonth: number | null
          coldPerMonth: number | null
          perMonth: number | null
          shared: boolean
        }>
      }
    }
  }
  'GET /clusters/{cluster}/tables/{database}/{table}/ttl': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: {
      fresh?: boolean | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        database: string
        table: string
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        engine: string
        forms: Array<{
          ttl: string
          rules: Array<{
            text: string
            expression: string
            age: {
              column: string
              wrap: "toDate" | "toDateTime" | null
              amount: number
              unit: "SECOND" | "MINUTE" | "HOUR" | "DAY" | "WEEK" | "MONTH" | "QUARTER" | "YEAR"
            } | null
            action: {
              kind: "delete"
              where: string | null
            } | {
              kind: "group-by"
              keys: string
              assignments: string | null
            } | {
              kind: "recompress"
              codec: string
            } | {
              kind: "move"
              to: "disk" | "volume"
              name: string
              ifExists: boolean
            }
          }>
          nodes: Array<string>
        }>
        targets: Array<{
          to: "disk" | "volume"
          name: string
          disks: Array<string>
          nodes: Array<string>
          remote: boolean
        }>
        columns: Array<{
          name: string
          type: string
        }>
        nodes: Array<{
          node: string
          parts: number
          partsWithoutInformation: number
          materializing: number | null
        }>
        absentFrom: Array<string>
      }
    }
  }
  'POST /clusters/{cluster}/tables/{database}/{table}/ttl/preview': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: Record<string, never>
    body: {
      ttl: string
    }
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        ttl: string | null
        rules: Array<{
          text: string
          expression: string
          age: {
            column: string
            wrap: "toDate" | "toDateTime" | null
            amount: number
            unit: "SECOND" | "MINUTE" | "HOUR" | "DAY" | "WEEK" | "MONTH" | "QUARTER" | "YEAR"
          } | null
          action: {
            kind: "delete"
            where: string | null
          } | {
            kind: "group-by"
            keys: string
            assignments: string | null
          } | {
            kind: "recompress"
            codec: string
          } | {
            kind: "move"
            to: "disk" | "volume"
            name: string
            ifExists: boolean
          }
        }>
        accepted: boolean
        checks: Array<{
          id: string
          node: string | null
          outcome: "passed" | "warning" | "blocking"
          text: string
          hint: string | null
        }>
        nodes: Array<{
          node: string
          changes: boolean
          countsFor: string | null
          parts: {
            parts: number
            rows: string
            bytes: string
          }
          gentle: {
            rewritten: {
              parts: number
              rows: string
              bytes: string
            }
            movesNow: {
              parts: number
              rows: string
              bytes: string
            }
            movesLater: {
              parts: number
              rows: string
              bytes: string
            }
            waits: {
              parts: number
              rows: string
              bytes: string
            }
            blocked: {
              parts: number
              rows: string
              bytes: string
            }
            unknown: {
              parts: number
              rows: string
              bytes: string
            }
            vanishes: {
              parts: number
              rows: string
              bytes: string
            }
            loss: {
              parts: number
              deletedRows: string
              foldedRows: string
              columns: Array<{
                column: string
                values: string
              }>
              bytes: {
                least: string
                about: string
                most: string
              }
              atMost: boolean
              uncountedParts: number
            }
            writeRequests: string
            readRequests: string
            uploadedBytes: string
            cooledBytes: string
            removedBytes: {
              local: string
              remote: string
            }
          }
          heavy: {
            rewritten: {
              parts: number
              rows: string
              bytes: string
            }
            movesNow: {
              parts: number
              rows: string
              bytes: string
            }
            movesLater: {
              parts: number
              rows: string
              bytes: string
            }
            waits: {
              parts: number
              rows: string
              bytes: string
            }
            blocked: {
              parts: number
              rows: string
              bytes: string
            }
            unknown: {
              parts: number
              rows: string
              bytes: string
            }
            vanishes: {
              parts: number
              rows: string
              bytes: string
            }
            loss: {
              parts: number
              deletedRows: string
              foldedRows: string
              columns: Array<{
                column: string
                values: string
              }>
              bytes: {
                least: string
                about: string
                most: string
              }
              atMost: boolean
              uncountedParts: number
            }
            writeRequests: string
            readRequests: string
            uploadedBytes: string
            cooledBytes: string
            removedBytes: {
              local: string
              remote: string
            }
          }
        }>
        countedAt: string
        accept: {
          gentle: Array<{
            place: string
            rows: string
            columns: Array<{
              column: string
              values: string
            }>
            uncountedParts: number
          }> | null
          heavy: Array<{
            place: string
            rows: string
            columns: Array<{
              column: string
              values: string
            }>
            uncountedParts: number
          }> | null
        }
        heavyFault: string | null
        statements: {
          gentle: Array<{
            node: string
            sql: string
          }>
          heavy: Array<{
            node: string
            sql: string
          }>
        }
        later: {
          gentle: Array<{
            day: string
            to: string
            parts: number
            bytes: string
          }>
          heavy: Array<{
            day: string
            to: string
            parts: number
            bytes: string
          }>
        }
        due: Array<{
          volume: string
          partitionIds: Array<string>
          bytes: string
        }>
        parts: Array<{
          node: string
          name: string
          partitionId: string
          partition: string
          rows: string
          bytes: string
          disk: string
          gentle: "stays" | "moves" | "waits" | "blocked" | "unknown"
          heavy: "stays" | "moves" | "waits" | "blocked" | "unknown"
          to: string | null
          gentleNextAt: string | null
          heavyNextAt: string | null
          lostRows: string | null
          lostValues: string | null
        }>
        affectedParts: number
        maps: {
          now: {
            nodes: Array<string>
            unit: "year" | "quarter" | "month" | "week" | "day" | "hour" | null
            partitionIds: Array<string>
            partitions: Array<string>
            periods: string
            moving: Array<number>
            sums: string
            shares: Array<string>
          }
          gentle: {
            nodes: Array<string>
            unit: "year" | "quarter" | "month" | "week" | "day" | "hour" | null
            partitionIds: Array<string>
            partitions: Array<string>
            periods: string
            moving: Array<number>
            sums: string
            shares: Array<string>
          }
          heavy: {
            nodes: Array<string>
            unit: "year" | "quarter" | "month" | "week" | "day" | "hour" | null
            partitionIds: Array<string>
            partitions: Array<string>
            periods: string
            moving: Array<number>
            sums: string
            shares: Array<string>
          }
        }
      }
    }
  }
  'POST /clusters/{cluster}/tables/{database}/{table}/ttl': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: Record<string, never>
    body: {
      ttl: string
      mode: "gentle" | "heavy"
      basedOn?: Array<string> | undefined
      accepts?: Array<{
        place: string
        rows: string
        columns: Array<{
          column: string
          values: string
        }>
        uncountedParts?: number | undefined
      }> | undefined
    }
    answer: {
      outcome: "applied" | "partly" | "failed"
      ttl: string
      nodes: Array<{
        node: string
        state: "changed" | "unchanged" | "waits" | "failed" | "not-sent" | "unknown"
        through: string | null
        ttl: string | null
        error: string | null
        queryIds: Array<string>
      }>
      statements: Array<{
        node: string
        sql: string
        queryId: string
      }>
    }
  }
  'GET /clusters/{cluster}/tables/{database}/{table}/move-explain': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: {
      fresh?: boolean | undefined
      reason?: "in-place" | "not-due" | "no-rule" | "ahead-of-rule" | "moving" | "held-by-migration" | "merging" | "mutating" | "materializing-ttl" | "just-due" | "queued" | "no-ttl-info" | "single-volume" | "destination-missing" | "destination-unusable" | "part-too-large" | "moves-stopped" | "retry-storm" | "move-failing" | "no-space" | "not-attempted" | undefined
      node?: string | undefined
      partitionId?: string | undefined
      late?: boolean | undefined
      limit?: number | undefined
      offset?: number | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        rules: Array<{
          expression: string
          destination: {
            kind: "volume" | "disk"
            name: string
          }
          nodes: Array<string>
        }>
        total: {
          parts: number
          rows: string
          bytes: string
        }
        late: {
          parts: number
          bytes: string
        }
        overdue: {
          parts: number
          bytes: string
        }
        reasons: Array<{
          reason: "in-place" | "not-due" | "no-rule" | "ahead-of-rule" | "moving" | "held-by-migration" | "merging" | "mutating" | "materializing-ttl" | "just-due" | "queued" | "no-ttl-info" | "single-volume" | "destination-missing" | "destination-unusable" | "part-too-large" | "moves-stopped" | "retry-storm" | "move-failing" | "no-space" | "not-attempted"
          state: "settled" | "working" | "blocked"
          title: string
          meaning: string
          parts: number
          rows: string
          bytes: string
          partitions: number
          nodes: Array<string>
          firstDueAt: string | null
        }>
        matching: number
        findings: Array<{
          node: string
          partitionId: string
          partition: string
          reason: "in-place" | "not-due" | "no-rule" | "ahead-of-rule" | "moving" | "held-by-migration" | "merging" | "mutating" | "materializing-ttl" | "just-due" | "queued" | "no-ttl-info" | "single-volume" | "destination-missing" | "destination-unusable" | "part-too-large" | "moves-stopped" | "retry-storm" | "move-failing" | "no-space" | "not-attempted"
          state: "settled" | "working" | "blocked"
          parts: number
          rows: string
          bytes: string
          volumes: Array<string>
          rule: {
            expression: string
            destination: {
              kind: "volume" | "disk"
              name: string
            }
          } | null
          firstDueAt: string | null
          lastDueAt: string | null
          estimatedDueAt: string | null
          text: string
          certainty: "seen" | "inferred"
          evidence: Array<string>
          fixes: Array<{
            kind: "plan-move"
            volume: string
            partitionId: string
          } | {
            kind: "open-migration"
            migrationId: string
          } | {
            kind: "start-moves"
            statement: string
          } | {
            kind: "materialize-ttl"
            statement: string
          } | {
            kind: "optimize-partition"
            statement: string
          } | {
            kind: "see-activity"
          } | {
            kind: "see-storage"
          } | {
            kind: "see-node"
          }>
        }>
      }
    }
  }
  'GET /clusters/{cluster}/tables/{database}/{table}/move-explain/parts': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: {
      fresh?: boolean | undefined
      reason?: "in-place" | "not-due" | "no-rule" | "ahead-of-rule" | "moving" | "held-by-migration" | "merging" | "mutating" | "materializing-ttl" | "just-due" | "queued" | "no-ttl-info" | "single-volume" | "destination-missing" | "destination-unusable" | "part-too-large" | "moves-stopped" | "retry-storm" | "move-failing" | "no-space" | "not-attempted" | undefined
      node?: string | undefined
      partitionId?: string | undefined
      late?: boolean | undefined
      limit?: number | undefined
      offset?: number | undefined
      search?: string | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        total: number
        parts: Array<{
          node: string
          name: string
          partitionId: string
          partition: string
          disk: string
          rows: string
          bytes: string
          reason: "in-place" | "not-due" | "no-rule" | "ahead-of-rule" | "moving" | "held-by-migration" | "merging" | "mutating" | "materializing-ttl" | "just-due" | "queued" | "no-ttl-info" | "single-volume" | "destination-missing" | "destination-unusable" | "part-too-large" | "moves-stopped" | "retry-storm" | "move-failing" | "no-space" | "not-attempted"
          state: "settled" | "working" | "blocked"
          title: string
          rule: {
            expression: string
            destination: {
              kind: "volume" | "disk"
              name: string
            }
          } | null
          dueAt: string | null
          estimatedDueAt: string | null
          text: string
          certainty: "seen" | "inferred"
          evidence: Array<string>
        }>
      }
    }
  }
  'GET /clusters/{cluster}/tables/{database}/{table}/cost': {
    path: {
      cluster: string
      database: string
      table: string
    }
    query: {
      fresh?: boolean | undefined
      countReads?: boolean | undefined
      hours?: number | undefined
      readsPerDay?: number | undefined
      share?: number | undefined
      cached?: number | undefined
      bytesPerGet?: number | undefined
      coldDisk?: string | undefined
    }
    body: undefined
    answer: {
      observedAt: string
      nodes: Array<{
        name: string
        shard: number
        replica: number
        state: "ok" | "unreachable" | "timeout" | "refused" | "failed"
        message: string | null
        elapsedMs: number
      }>
      queries: Array<{
        name: string
        sql: string
        node: string
        elapsedMs: number
        rows: number | null
        error: string | null
      }>
      data: {
        coverage: {
          complete: boolean
          missingNodes: Array<string>
        }
        currency: string
        database: string
        table: string
        perMonth: number | null
        shared: boolean
        truncated: boolean
        coldDisks: Array<string>
        coldDisk: string | null
        localBasis: "used" | "provisioned"
        readsSince: string | null
        nodesWithoutReads: Array<string>
        partitions: Array<{
          partitionId: string
          partition: string
          newestAt: string
          datedBy: "rows" | "parts"
          parts: string
          files: string
          hotBytes: string
          coldBytes: string
          unknownBytes: string
          perMonth: number | null
          readsPerDay: number | null
          move: {
            once: number
            readsPerDayLimit: number | null
          } | null
          breakEven: {
            savedPerMonth: number
            months: number | null
            ageDays: number | null
          } | null
        }>
      }
    }
  }
  'POST /tier-migration-previews': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      database: string
      table: string
      targetVolume?: string | undefined
      goal: {
        kind: "partitions"
        partitionIds: Array<string>
      } | {
        kind: "older-than"
        before: string
      } | {
        kind: "newer-than"
        from: string
      } | {
        kind: "align-replicas"
        to: "most-bytes" | "coldest" | "replica"
        replica?: number | undefined
      }
      optimizeFirst?: true | false | undefined
      deepCheck?: true | false | undefined
      limits?: {
        concurrencyPerReplica?: number | undefined
        bandwidthBytesPerSecond?: string | undefined
        window?: {
          timeZone: string
          spans: Array<{
            days: Array<0 | 1 | 2 | 3 | 4 | 5 | 6>
            from: string
            to: string
          }>
        } | undefined
        pacing?: {
          foregroundP95Ms?: number | undefined
          mergePoolPercent?: number | undefined
          storeErrorPercent?: number | undefined
        } | undefined
        replicas?: {
          behind?: "wait" | "leave" | "refuse" | undefined
          readOnly?: "wait" | "leave" | "refuse" | undefined
          away?: "refuse" | "leave" | "wait" | undefined
          waitSeconds?: number | undefined
        } | undefined
      } | undefined
    }
    answer: {
      observedAt: string
      accepted: boolean
      checks: Array<{
        id: string
        node: string | null
        outcome: "passed" | "warning" | "blocking"
        text: string
        hint: string | null
      }>
      totals: {
        parts: number
        rows: string
        bytes: string
      }
      steps: Array<{
        ordinal: number
        node: string
        shard: number
        replica: number
        partitionId: string
        partition: string
        fromVolumes: Array<string>
        toVolume: string
        totals: {
          parts: number
          rows: string
          bytes: string
        }
        sharing: {
          uploader: string
          sharedBytes: string
          sharers: number
        } | null
        granularity: "part" | "partition"
        optimizeFirst: boolean
        statements: Array<string>
        statementCount: number
      }>
      estimate: {
        duration: {
          fastMs: number
          slowMs: number
          measuredMoves: number
        } | null
        requests: {
          writes: number
          reads: number
        } | null
        cost: {
          amount: number
          currency: string
        } | null
        ends: {
          earliest: string | null
          latest: string | null
        } | null
        notes: Array<string>
      }
    }
  }
  'POST /tier-migration-previews/sql': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      database: string
      table: string
      targetVolume?: string | undefined
      goal: {
        kind: "partitions"
        partitionIds: Array<string>
      } | {
        kind: "older-than"
        before: string
      } | {
        kind: "newer-than"
        from: string
      } | {
        kind: "align-replicas"
        to: "most-bytes" | "coldest" | "replica"
        replica?: number | undefined
      }
      optimizeFirst?: true | false | undefined
      deepCheck?: true | false | undefined
      limits?: {
        concurrencyPerReplica?: number | undefined
        bandwidthBytesPerSecond?: string | undefined
        window?: {
          timeZone: string
          spans: Array<{
            days: Array<0 | 1 | 2 | 3 | 4 | 5 | 6>
            from: string
            to: string
          }>
        } | undefined
        pacing?: {
          foregroundP95Ms?: number | undefined
          mergePoolPercent?: number | undefined
          storeErrorPercent?: number | undefined
        } | undefined
        replicas?: {
          behind?: "wait" | "leave" | "refuse" | undefined
          readOnly?: "wait" | "leave" | "refuse" | undefined
          away?: "refuse" | "leave" | "wait" | undefined
          waitSeconds?: number | undefined
        } | undefined
      } | undefined
    }
    answer: {
      statements: Array<{
        node: string
        sql: string
      }>
    }
  }
  'POST /tier-migrations': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      database: string
      table: string
      targetVolume?: string | undefined
      goal: {
        kind: "partitions"
        partitionIds: Array<string>
      } | {
        kind: "older-than"
        before: string
      } | {
        kind: "newer-than"
        from: string
      } | {
        kind: "align-replicas"
        to: "most-bytes" | "coldest" | "replica"
        replica?: number | undefined
      }
      optimizeFirst?: true | false | undefined
      deepCheck?: true | false | undefined
      limits?: {
        concurrencyPerReplica?: number | undefined
        bandwidthBytesPerSecond?: string | undefined
        window?: {
          timeZone: string
          spans: Array<{
            days: Array<0 | 1 | 2 | 3 | 4 | 5 | 6>
            from: string
            to: string
          }>
        } | undefined
        pacing?: {
          foregroundP95Ms?: number | undefined
          mergePoolPercent?: number | undefined
          storeErrorPercent?: number | undefined
        } | undefined
        replicas?: {
          behind?: "wait" | "leave" | "refuse" | undefined
          readOnly?: "wait" | "leave" | "refuse" | undefined
          away?: "refuse" | "leave" | "wait" | undefined
          waitSeconds?: number | undefined
        } | undefined
      } | undefined
    }
    answer: {
      id: string
    }
  }
  'GET /tier-migrations/{id}': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      clusterId: string
      clusterSlug: string
      clusterName: string
      database: string
      table: string
      storagePolicy: string
      targetVolume: string | null
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
      deepCheck: boolean
      checkOfId: string | null
      requestedBy: string
      startedBy: string | null
      cancelledBy: string | null
      pausedBy: string | null
      createdAt: string
      startedAt: string | null
      finishedAt: string | null
      waitReason: string | null
      error: string | null
      batchId: string | null
      review: {
        state: "asked" | "approved" | "rejected"
        askedBy: string
        askedAt: string
        note: string
        by: string | null
        at: string | null
      } | null
      totalParts: number
      totalRows: string
      totalBytes: string
      movedParts: number
      movedBytes: string
      inFlight: {
        parts: Array<string>
        bytes: string
        sentBytes: string
      }
      unseenNodes: Array<string>
      steps: {
        total: number
        planned: number
        running: number
        completed: number
        failed: number
        cancelled: number
        skipped: number
      }
      goal: {
        kind: "partitions"
        partitionIds: Array<string>
      } | {
        kind: "older-than"
        before: string
      } | {
        kind: "newer-than"
        from: string
      } | {
        kind: "align-replicas"
        to: "most-bytes" | "coldest" | "replica"
        replica?: number | undefined
      }
      limits: {
        concurrencyPerReplica?: number | undefined
        bandwidthBytesPerSecond?: string | undefined
        window?: {
          timeZone: string
          spans: Array<{
            days: Array<0 | 1 | 2 | 3 | 4 | 5 | 6>
            from: string
            to: string
          }>
        } | undefined
        pacing?: {
          foregroundP95Ms?: number | undefined
          mergePoolPercent?: number | undefined
          storeErrorPercent?: number | undefined
        } | undefined
        replicas?: {
          behind?: "wait" | "leave" | "refuse" | undefined
          readOnly?: "wait" | "leave" | "refuse" | undefined
          away?: "refuse" | "leave" | "wait" | undefined
          waitSeconds?: number | undefined
        } | undefined
      }
      estimate: {
        duration: {
          fastMs: number
          slowMs: number
          measuredMoves: number
        } | null
        requests: {
          writes: number
          reads: number
        } | null
        cost: {
          amount: number
          currency: string
        } | null
      } | null
      checks: Array<{
        id: string
        node: string | null
        outcome: "passed" | "warning" | "blocking"
        text: string
        hint: string | null
      }>
      needsApproval: boolean
      ownPlan: boolean
      deepChecks: Array<{
        id: string
        status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
        createdAt: string
      }>
      phases: Array<{
        phase: "copy" | "compare" | "deep-check"
        doneBytes: string
        inFlightBytes: string
        totalBytes: string
      }>
      leftBytes: string
      stepList: Array<{
        id: string
        ordinal: number
        position: number
        nodeName: string
        shard: number
        replica: number
        partitionId: string
        partition: string
        fromVolumes: Array<string>
        toVolume: string
        plannedParts: number
        plannedRows: string
        plannedBytes: string
        uploader: string | null
        sharedBytes: string
        sharers: number | null
        sharedObjects: number | null
        ownObjects: number | null
        sharingFault: string | null
        granularity: string
        optimizeFirst: boolean
        status: "planned" | "running" | "completed" | "failed" | "cancelled" | "skipped"
        attempts: number
        movedParts: number
        movedBytes: string
        uploadedBytes: string
        sentBytes: string
        readBytes: string
        activity: "copying" | "reading" | "comparing" | "held" | "ready" | null
        waitReason: string | null
        notFetched: number
        endReason: string | null
        errorCode: number | null
        error: string | null
        failures: number
        wastedBytes: string
        breaker: "failures" | "wasted_uploads" | null
        proof: "identical" | "merged" | "changed" | "incomplete" | null
        deepCheckVerdict: "passed" | "failed" | null
        startedAt: string | null
        finishedAt: string | null
      }>
    }
  }
  'GET /tier-migrations/{id}/proof': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      exportedAt: string
      migration: {
        id: string
        clusterId: string
        clusterSlug: string
        clusterName: string
        database: string
        table: string
        storagePolicy: string
        targetVolume: string | null
        status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
        deepCheck: boolean
        checkOfId: string | null
        requestedBy: string
        startedBy: string | null
        cancelledBy: string | null
        pausedBy: string | null
        createdAt: string
        startedAt: string | null
        finishedAt: string | null
        waitReason: string | null
        error: string | null
        batchId: string | null
        review: {
          state: "asked" | "approved" | "rejected"
          askedBy: string
          askedAt: string
          note: string
          by: string | null
          at: string | null
        } | null
        totalParts: number
        totalRows: string
        totalBytes: string
        movedParts: number
        movedBytes: string
        inFlight: {
          parts: Array<string>
          bytes: string
          sentBytes: string
        }
        unseenNodes: Array<string>
        steps: {
          total: number
          planned: number
          running: number
          completed: number
          failed: number
          cancelled: number
          skipped: number
        }
        goal: {
          kind: "partitions"
          partitionIds: Array<string>
        } | {
          kind: "older-than"
          before: string
        } | {
          kind: "newer-than"
          from: string
        } | {
          kind: "align-replicas"
          to: "most-bytes" | "coldest" | "replica"
          replica?: number | undefined
        }
        limits: {
          concurrencyPerReplica?: number | undefined
          bandwidthBytesPerSecond?: string | undefined
          window?: {
            timeZone: string
            spans: Array<{
              days: Array<0 | 1 | 2 | 3 | 4 | 5 | 6>
              from: string
              to: string
            }>
          } | undefined
          pacing?: {
            foregroundP95Ms?: number | undefined
            mergePoolPercent?: number | undefined
            storeErrorPercent?: number | undefined
          } | undefined
          replicas?: {
            behind?: "wait" | "leave" | "refuse" | undefined
            readOnly?: "wait" | "leave" | "refuse" | undefined
            away?: "refuse" | "leave" | "wait" | undefined
            waitSeconds?: number | undefined
          } | undefined
        }
        estimate: {
          duration: {
            fastMs: number
            slowMs: number
            measuredMoves: number
          } | null
          requests: {
            writes: number
            reads: number
          } | null
          cost: {
            amount: number
            currency: string
          } | null
        } | null
        checks: Array<{
          id: string
          node: string | null
          outcome: "passed" | "warning" | "blocking"
          text: string
          hint: string | null
        }>
        needsApproval: boolean
        deepChecks: Array<{
          id: string
          status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
          createdAt: string
        }>
        phases: Array<{
          phase: "copy" | "compare" | "deep-check"
          doneBytes: string
          inFlightBytes: string
          totalBytes: string
        }>
        leftBytes: string
      }
      steps: Array<{
        id: string
        ordinal: number
        position: number
        nodeName: string
        shard: number
        replica: number
        partitionId: string
        partition: string
        fromVolumes: Array<string>
        toVolume: string
        plannedParts: number
        plannedRows: string
        plannedBytes: string
        uploader: string | null
        sharedBytes: string
        sharers: number | null
        sharedObjects: number | null
        ownObjects: number | null
        sharingFault: string | null
        granularity: string
        optimizeFirst: boolean
        status: "planned" | "running" | "completed" | "failed" | "cancelled" | "skipped"
        attempts: number
        movedParts: number
        movedBytes: string
        uploadedBytes: string
        sentBytes: string
        readBytes: string
        activity: "copying" | "reading" | "comparing" | "held" | "ready" | null
        waitReason: string | null
        notFetched: number
        endReason: string | null
        errorCode: number | null
        error: string | null
        failures: number
        wastedBytes: string
        breaker: "failures" | "wasted_uploads" | null
        proof: "identical" | "merged" | "changed" | "incomplete" | null
        deepCheckVerdict: "passed" | "failed" | null
        startedAt: string | null
        finishedAt: string | null
        before: Array<{
          name: string
          rows: string
          bytesOnDisk: string
          disk: string
          hash: string
          minBlock: string
          maxBlock: string
          shared?: true | undefined
        }> | null
        after: Array<{
          name: string
          rows: string
          bytesOnDisk: string
          disk: string
          hash: string
          minBlock: string
          maxBlock: string
          shared?: true | undefined
        }> | null
        deepCheck: {
          before: {
            rows: string
            checksum: string
            queryId: string
          } | null
          after: {
            rows: string
            checksum: string
            queryId: string
          } | null
          parts: Array<{
            name: string
            passed: boolean
            message: string
          }>
          checkQueryId: string | null
          comparison: "equal" | "differs" | "not-comparable" | null
          reason: string | null
          checkedAt: string | null
        } | null
        reads: Array<{
          kind: "sum_before" | "check" | "sum_after"
          part: string
          bytes: string
          rows: string | null
          checksum: string | null
          passed: boolean | null
          message: string | null
          queryId: string
          readAt: string
        }>
        readStatements: Array<{
          queryId: string
          statement: string
          readAt: string
        }>
        statements: Array<{
          id: string
          kind: "move" | "optimize"
          statement: string
          queryId: string
          parts: Array<string>
          bytes: string
          status: "sent" | "done" | "adopted" | "failed" | "cancelled" | "unknown" | "withdrawn"
          errorCode: number | null
          error: string | null
          sentAt: string
          finishedAt: string | null
        }>
      }>
    }
  }
  'POST /tier-migrations/{id}/start': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /tier-migrations/{id}/review-request': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
    }
  }
  'GET /sources': {
    path: Record<string, never>
    query: Record<string, never>
    body: undefined
    answer: {
      sources: Array<{
        id: string
        name: string
        endpoint: string
        region: string
        pathStyle: boolean
        buckets: Array<string>
        auth: "keys" | "environment" | "collection"
        accessKeyId: string | null
        hasSecret: boolean
        collectionName: string | null
        collections: Array<{
          cluster: string
          clusterName: string
          createdAt: string
          createdBy: string
        }>
        createdAt: string
        createdBy: string
        updatedAt: string
        updatedBy: string
      }>
    }
  }
  'POST /load-manifests': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      source: {
        id: string
        bucket: string
        selection: {
          kind: "keys"
          keys: Array<string>
        } | {
          kind: "glob"
          glob: string
        }
      }
    }
    answer: {
      observedAt: string
      elapsedMs: number
      objects: number
      sizeBytes: string
      largestBytes: string
      oldest: string | null
      newest: string | null
      listed: number
      first: Array<{
        key: string
        sizeBytes: string
        etag: string
        modifiedAt: string
      }>
      missing: Array<string>
      missingCount: number
      unreadable: Array<{
        key: string
        reason: string
      }>
      unreadableCount: number
      detected: Array<{
        format: "CSVWithNames" | "CSV" | "TSVWithNames" | "TSV" | "JSONEachRow" | "Parquet" | "ORC" | "Avro" | "Native" | null
        compression: "none" | "gzip" | "zstd" | "lz4"
        objects: number
      }>
    }
  }
  'POST /load-inspections': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      source: {
        id: string
        bucket: string
        key: string
      }
      read: {
        format: "CSVWithNames" | "CSV" | "TSVWithNames" | "TSV" | "JSONEachRow" | "Parquet" | "ORC" | "Avro" | "Native"
        compression: "none" | "gzip" | "zstd" | "lz4"
        text?: {
          delimiter?: string | undefined
          skipFirstLines?: number | undefined
          nullText?: string | undefined
          dateTimeParsing?: "basic" | "best_effort" | "best_effort_us" | undefined
        } | undefined
      }
    }
    answer: {
      observedAt: string
      elapsedMs: number
      node: string
      columns: Array<{
        name: string
        type: string
      }>
      rows: Array<Array<string | null>>
      nullColumns: Array<string>
      sql: string
      proposed: {
        columns: Array<{
          name: string
          type: string
        }>
        orderBy: string
        partitionBy: string
      }
    }
  }
  'GET /clusters/{cluster}/load-targets/{database}/{table}': {
    path: {
      database: string
      table: string
      cluster: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      observedAt: string
      database: string
      table: string
      engine: string
      distributed: {
        cluster: string
        shardingKey: string
        internalReplication: boolean
      } | null
      landing: {
        database: string
        table: string
        engine: string
        engineFull: string
        serverVersion: string
        carried: boolean
        partitionKey: string
        sortingKey: string
        storagePolicy: string
        ttl: string
      }
      replicas: Array<{
        name: string
        shard: number
        replica: number
        cores: number
        freeBytes: string | null
        replication: {
          readOnly: boolean
          partsToFetch: number
          delaySeconds: number
        } | null
        runningQueries: number
        insertQuorum: string
        sequentialReads: boolean
      }>
      missingNodes: Array<string>
      materializedViews: Array<string>
      columns: Array<{
        name: string
        type: string
        defaultKind: string
      }>
    }
  }
  'POST /load-previews': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      title?: string | undefined
      source: {
        id: string
        bucket: string
        selection: {
          kind: "keys"
          keys: Array<string>
        } | {
          kind: "glob"
          glob: string
        }
      }
      read: {
        format: "CSVWithNames" | "CSV" | "TSVWithNames" | "TSV" | "JSONEachRow" | "Parquet" | "ORC" | "Avro" | "Native"
        compression: "none" | "gzip" | "zstd" | "lz4"
        text?: {
          delimiter?: string | undefined
          skipFirstLines?: number | undefined
          nullText?: string | undefined
          dateTimeParsing?: "basic" | "best_effort" | "best_effort_us" | undefined
        } | undefined
        columns: Array<{
          name: string
          type: string
        }>
      }
      target: {
        database: string
        table: string
      }
      mapping: Array<{
        column: string
        expression: string
      }>
      strategy?: "single-node" | "cluster" | "reshard" | "split" | undefined
      node?: string | undefined
      badRows?: {
        kind: "fail"
      } | {
        kind: "skip"
        maxRowsPerObject: number
      } | {
        kind: "collect"
        maxRowsPerObject: number
        into: {
          database: string
          table: string
        }
      } | undefined
      duplicates?: "ask" | "wait" | "load" | "adopt" | undefined
      lostReplica?: {
        kind: "take-over"
        afterSeconds: number
      } | {
        kind: "wait"
      } | undefined
      quorum?: number | undefined
      tuning?: {
        maxThreads?: number | undefined
        maxInsertThreads?: number | undefined
        minInsertBlockRows?: number | undefined
        minInsertBlockBytes?: string | undefined
        maxMemoryBytes?: string | undefined
        parallelParsing?: boolean | undefined
        batchesAtOnce?: number | undefined
      } | undefined
      batch?: {
        maxBytes: string
        maxObjects: number
      } | undefined
      shownBatch?: number | undefined
    }
    answer: {
      observedAt: string
      elapsedMs: number
      accepted: boolean
      title: string
      totals: {
        objects: number
        sizeBytes: string
      }
      estimate: {
        fastMs: number
        slowMs: number
        measuredLoads: number
      } | null
      batches: number
      shownBatch: number
      strategy: {
        chosen: "single-node" | "cluster" | "reshard" | "split"
        recommended: "single-node" | "cluster" | "reshard" | "split"
        reason: string
        others: Array<{
          kind: "single-node" | "cluster" | "reshard" | "split"
          possible: boolean
          reason: string
        }>
      }
      landingNodes: Array<string>
      quorum: {
        replicas: number
        most: number
        byAccount: boolean
      } | null
      tuning: {
        maxThreads?: number | undefined
        maxInsertThreads?: number | undefined
        minInsertBlockRows?: number | undefined
        minInsertBlockBytes?: string | undefined
        maxMemoryBytes?: string | undefined
        parallelParsing?: boolean | undefined
        batchesAtOnce: number
      }
      checks: Array<{
        id: string
        outcome: "passed" | "warning" | "blocking"
        text: string
        hint: string | null
      }>
      statements: Array<{
        name: string
        node: string
        sql: string
      }>
    }
  }
  'POST /loads': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      cluster: string
      title?: string | undefined
      source: {
        id: string
        bucket: string
        selection: {
          kind: "keys"
          keys: Array<string>
        } | {
          kind: "glob"
          glob: string
        }
      }
      read: {
        format: "CSVWithNames" | "CSV" | "TSVWithNames" | "TSV" | "JSONEachRow" | "Parquet" | "ORC" | "Avro" | "Native"
        compression: "none" | "gzip" | "zstd" | "lz4"
        text?: {
          delimiter?: string | undefined
          skipFirstLines?: number | undefined
          nullText?: string | undefined
          dateTimeParsing?: "basic" | "best_effort" | "best_effort_us" | undefined
        } | undefined
        columns: Array<{
          name: string
          type: string
        }>
      }
      target: {
        database: string
        table: string
      }
      mapping: Array<{
        column: string
        expression: string
      }>
      strategy?: "single-node" | "cluster" | "reshard" | "split" | undefined
      node?: string | undefined
      badRows?: {
        kind: "fail"
      } | {
        kind: "skip"
        maxRowsPerObject: number
      } | {
        kind: "collect"
        maxRowsPerObject: number
        into: {
          database: string
          table: string
        }
      } | undefined
      duplicates?: "ask" | "wait" | "load" | "adopt" | undefined
      lostReplica?: {
        kind: "take-over"
        afterSeconds: number
      } | {
        kind: "wait"
      } | undefined
      quorum?: number | undefined
      tuning?: {
        maxThreads?: number | undefined
        maxInsertThreads?: number | undefined
        minInsertBlockRows?: number | undefined
        minInsertBlockBytes?: string | undefined
        maxMemoryBytes?: string | undefined
        parallelParsing?: boolean | undefined
        batchesAtOnce?: number | undefined
      } | undefined
      batch?: {
        maxBytes: string
        maxObjects: number
      } | undefined
    }
    answer: {
      id: string
    }
  }
  'GET /loads/{id}': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      clusterId: string
      clusterSlug: string
      clusterName: string
      requestedBy: string
      cancelledBy: string | null
      waitReason: string | null
      error: string | null
      createdAt: string
      startedAt: string | null
      finishedAt: string | null
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
      pausedBy: string | null
      sourceId: string | null
      sourceName: string
      pipelineId: string | null
      title: string
      database: string
      table: string
      strategy: "single-node" | "cluster" | "reshard" | "split"
      threads: {
        read: number | null
        write: number | null
      }
      totalFiles: number
      totalBytes: string
      files: {
        waiting: number
        loading: number
        loaded: number
        failed: number
        changed: number
        cancelled: number
      }
      loadedBytes: string
      loadedRows: string
      skippedRows: string
      spec: {
        source: {
          id: string
          bucket: string
          selection: {
            kind: "keys"
            keys: Array<string>
          } | {
            kind: "glob"
            glob: string
          }
        }
        read: {
          format: "CSVWithNames" | "CSV" | "TSVWithNames" | "TSV" | "JSONEachRow" | "Parquet" | "ORC" | "Avro" | "Native"
          compression: "none" | "gzip" | "zstd" | "lz4"
          columns: Array<{
            name: string
            type: string
          }>
          text: {
            delimiter?: string | undefined
            skipFirstLines?: number | undefined
            nullText?: string | undefined
            dateTimeParsing?: "basic" | "best_effort" | "best_effort_us" | undefined
          }
        }
        target: {
          database: string
          table: string
        }
        landing: {
          database: string
          table: string
          nodes: Array<string>
          replicated: boolean
          carried: boolean
        }
        mapping: Array<{
          column: string
          expression: string
        }>
        strategy: {
          kind: "single-node"
          node: string
        } | {
          kind: "cluster"
          cluster: string
          initiator: string
        } | {
          kind: "reshard"
          cluster: string
          initiator: string
          shardingKey: string
        } | {
          kind: "split"
          nodes: Array<string>
        }
        badRows: {
          kind: "fail"
        } | {
          kind: "skip"
          maxRowsPerObject: number
        } | {
          kind: "collect"
          maxRowsPerObject: number
          into: {
            database: string
            table: string
          }
        }
        duplicates: "ask" | "wait" | "load" | "adopt"
        lostReplica: {
          kind: "take-over"
          afterSeconds: number
        } | {
          kind: "wait"
        }
        quorum: number
        tuning: {
          maxThreads?: number | undefined
          maxInsertThreads?: number | undefined
          minInsertBlockRows?: number | undefined
          minInsertBlockBytes?: string | undefined
          maxMemoryBytes?: string | undefined
          parallelParsing?: boolean | undefined
          batchesAtOnce: number
        }
        batch: {
          maxBytes: string
          maxObjects: number
        }
      }
      checks: Array<{
        id: string
        outcome: "passed" | "warning" | "blocking"
        text: string
        hint: string | null
      }>
      takeOvers: Array<{
        lost: string
        by: string
        shard: number
        silentSince: string
        at: string
        reason: string
      }>
      rowsBefore: string | null
      rowsAfter: string | null
      batches: Array<{
        ordinal: number
        status: "planned" | "loading" | "publishing" | "completed" | "failed" | "cancelled"
        attempt: number
        files: number
        failedFiles: number
        sizeBytes: string
        loadedBytes: string
        loadedRows: string
        rows: string | null
        waitReason: string | null
        awaitsQuorum: boolean
        keepsStaged: boolean
        leftOut: Array<{
          nodeName: string
          partitionId: string
          parts: Array<{
            name: string
            rows: string
            hash: string
          }>
          arrivedAt: string
          arrivedAs: string
          arrivedBy: {
            jobId: string
            title: string
          } | null
          windowSeconds: number
        }> | null
        errorCode: number | null
        error: string | null
        startedAt: string | null
        loadedAt: string | null
        finishedAt: string | null
      }>
      failures: Array<{
        ordinal: number
        key: string
        status: "waiting" | "loading" | "loaded" | "failed" | "changed" | "cancelled"
        nodeName: string | null
        errorCode: number | null
        error: string | null
        errorRow: string | null
      }>
    }
  }
  'GET /load-pipelines': {
    path: Record<string, never>
    query: {
      cluster?: string | undefined
    }
    body: undefined
    answer: {
      pipelines: Array<{
        id: string
        clusterId: string
        clusterSlug: string
        clusterName: string
        sourceId: string
        sourceName: string
        name: string
        bucket: string
        glob: string
        database: string
        table: string
        trigger: {
          kind: "manual"
        } | {
          kind: "schedule"
          cron: string
          timeZone: string
        } | {
          kind: "continuous"
          pollSeconds: number
        }
        cronWords: string | null
        nextRuns: Array<string>
        newVersions: "ignore" | "load"
        maxObjects: number
        maxBytes: string | null
        owner: string
        ownerFault: string | null
        enabled: boolean
        pausedBy: string | null
        stoppedReason: string | null
        asked: {
          at: string
          by: string | null
        } | null
        nextLookAt: string
        lastListedAt: string | null
        listedObjects: number
        lookError: string | null
        lookErrorSince: string | null
        lag: {
          objects: number
          bytes: string
          oldest: string | null
        }
        waiting: {
          objects: number
          bytes: string
          oldest: string | null
        }
        loading: {
          objects: number
          bytes: string
          oldest: string | null
        }
        failed: {
          objects: number
          bytes: string
          oldest: string | null
        }
        lastRunAt: string | null
        lastRunNote: string | null
        lastLoad: {
          id: string
          clusterId: string
          clusterSlug: string
          clusterName: string
          requestedBy: string
          cancelledBy: string | null
          waitReason: string | null
          error: string | null
          createdAt: string
          startedAt: string | null
          finishedAt: string | null
          status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
          pausedBy: string | null
          sourceId: string | null
          sourceName: string
          pipelineId: string | null
          title: string
          database: string
          table: string
          strategy: "single-node" | "cluster" | "reshard" | "split"
          threads: {
            read: number | null
            write: number | null
          }
          totalFiles: number
          totalBytes: string
          files: {
            waiting: number
            loading: number
            loaded: number
            failed: number
            changed: number
            cancelled: number
          }
          loadedBytes: string
          loadedRows: string
          skippedRows: string
        } | null
        lostReplicas: Array<{
          lost: string
          by: string
          silentSince: string
          loadId: string
        }>
        createdBy: string
        createdAt: string
        updatedAt: string
      }>
    }
  }
  'POST /load-pipelines/{id}/run': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
    }
  }
  'POST /load-pipelines/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
    }
  }
  'POST /load-pipelines/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
    }
  }
  'GET /approvals': {
    path: Record<string, never>
    query: Record<string, never>
    body: undefined
    answer: Array<{
      id: string
      kind: "tier-migration" | "load-job" | "data-generation" | "cache-warmup" | "benchmark" | "replica-repair" | "storage-rollout" | "bucket-audit" | "orphan-removal" | "zero-copy-exit" | "archive" | "archive-restore" | "archive-expiry" | "restore-removal" | "change-set"
      clusterSlug: string
      clusterName: string
      name: string
      objectType: string
      objectId: string
      bytes: string | null
      requestedBy: string
      createdAt: string
      missing: number
      rules: Array<string>
      mayApprove: boolean
      whyNot: string | null
    }>
  }
  'GET /audit': {
    path: Record<string, never>
    query: {
      id?: string | undefined
      actorId?: string | undefined
      actor?: string | undefined
      action?: string | undefined
      objectType?: string | undefined
      objectId?: string | undefined
      object?: string | undefined
      clusterId?: string | undefined
      outcome?: "requested" | "succeeded" | "partly" | "failed" | "cancelled" | "denied" | undefined
      from?: string | undefined
      to?: string | undefined
      cursor?: string | undefined
      limit?: number | undefined
    }
    body: undefined
    answer: {
      entries: Array<{
        id: string
        at: string
        actorType: "user" | "token" | "system"
        actorId: string | null
        actorName: string
        action: string
        objectType: string
        objectId: string | null
        objectName: string
        clusterId: string | null
        clusterName: string | null
        statements: Array<{
          node: string
          sql: string
          queryId: string
        }>
        details: {
          [key: string]: string | number | boolean | null | Array<unknown> | {
            [key: string]: unknown
          }
        }
        outcome: "requested" | "succeeded" | "partly" | "failed" | "cancelled" | "denied"
        error: string | null
        sequence: number | null
        hash: string | null
      }>
      nextCursor: string | null
    }
  }
  'GET /state/export': {
    path: Record<string, never>
    query: Record<string, never>
    body: undefined
    answer: {
      yaml: string
      document: Record<string, unknown>
      objects: number
      leftOut: Array<string>
    }
  }
  'POST /state/plan': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      document: Record<string, unknown>
      secrets?: {
        [key: string]: string
      } | undefined
    }
    answer: {
      file: string
      observedAt: string
      fingerprint: string
      changes: Array<{
        address: string
        kind: "connection" | "sources" | "channels" | "alertRules" | "customRules" | "routes" | "defaultRoute" | "maintenanceWindows" | "customRoles" | "teams" | "approvalRules" | "settings" | "prices" | "configFiles" | "storage" | "tables" | "tierSchedules" | "cacheSchedules" | "pipelines"
        cluster: string | null
        title: string
        action: "create" | "update" | "replace" | "remove"
        fields: Array<{
          path: string
          before: string | null
          after: string | null
        }>
        newSecret: boolean
        secretRefs: Array<string>
        loss: string | null
        blocked: string | null
        notes: Array<string>
        accept: Array<{
          place: string
          rows: string
          columns: Array<{
            column: string
            values: string
          }>
          uncountedParts: number
        }> | null
      }>
      unchanged: number
      newlyManaged: Array<string>
      released: Array<string>
      missingSecrets: Array<string>
      skipped: Array<string>
      needsApproval: boolean
    }
  }
  'POST /state/apply': {
    path: Record<string, never>
    query: Record<string, never>
    body: {
      document: Record<string, unknown>
      secrets?: {
        [key: string]: string
      } | undefined
      commit?: string | undefined
      fingerprint?: string | undefined
      accepts?: {
        [key: string]: Array<{
          place: string
          rows: string
          columns: Array<{
            column: string
            values: string
          }>
          uncountedParts?: number | undefined
        }>
      } | undefined
    }
    answer: {
      id: string | null
      changes: number
      needsApproval: boolean
    }
  }
  'GET /runs': {
    path: Record<string, never>
    query: {
      cluster?: string | undefined
      kind?: "tier-migration" | "load-job" | "data-generation" | "cache-warmup" | "benchmark" | "replica-repair" | "storage-rollout" | "bucket-audit" | "orphan-removal" | "zero-copy-exit" | "archive" | "archive-restore" | "archive-expiry" | "restore-removal" | "change-set" | undefined
      state?: "open" | "ended" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled" | undefined
      mine?: boolean | undefined
      from?: string | undefined
      to?: string | undefined
      text?: string | undefined
      after?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      runs: Array<{
        id: string
        clusterId: string
        clusterSlug: string
        clusterName: string
        requestedBy: string
        cancelledBy: string | null
        waitReason: string | null
        error: string | null
        createdAt: string
        startedAt: string | null
        finishedAt: string | null
        status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
        pausedBy: string | null
        kind: "tier-migration" | "load-job" | "data-generation" | "cache-warmup" | "benchmark" | "replica-repair" | "storage-rollout" | "bucket-audit" | "orphan-removal" | "zero-copy-exit" | "archive" | "archive-restore" | "archive-expiry" | "restore-removal" | "change-set"
        name: string
        objectType: string
        objectId: string
        startedBy: "user" | "token"
        startedFor: {
          objectType: string
          objectId: string
          name: string
        } | null
        notes: number
        progress: number | null
      }>
      next: string | null
    }
  }
  'GET /runs/{id}/history': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: Array<{
      id: string
      order: "start" | "note" | "pause" | "resume" | "cancel" | "retry" | "revert" | "retry-step" | "finish" | "approve" | "restore" | "begin" | "complete" | "stop" | "cancel-rest" | "hold" | "release" | "bring-back" | "fail" | "recover" | "give-up"
      to: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled" | null
      by: string
      why: string | null
      note: string | null
      at: string
    }>
  }
  'POST /tier-migrations/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /tier-migrations/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /tier-migrations/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /tier-migrations/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /loads/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /loads/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /loads/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /loads/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: {
      badRows?: {
        kind: "skip"
        maxRowsPerObject: number
      } | {
        kind: "collect"
        maxRowsPerObject: number
        into: {
          database: string
          table: string
        }
      } | undefined
    }
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /data-generations/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /data-generations/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /data-generations/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /data-generations/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /cache-warmups/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /cache-warmups/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /cache-warmups/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /cache-warmups/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /zero-copy-exits/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /zero-copy-exits/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /zero-copy-exits/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /zero-copy-exits/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "planned" | "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /bucket-audits/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /bucket-audits/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /replica-repairs/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /replica-repairs/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /benchmarks/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /storage-rollouts/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /storage-rollouts/{id}/finish': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /orphan-removals/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /orphan-removals/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /orphan-removals/{id}/restore': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archives/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archives/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archives/{id}/attach': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archive-restores/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archive-restores/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archive-expiries/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /archive-expiries/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /restore-removals/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /restore-removals/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /change-sets/{id}/pause': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /change-sets/{id}/resume': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /change-sets/{id}/cancel': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
  'POST /change-sets/{id}/retry': {
    path: {
      id: string
    }
    query: Record<string, never>
    body: undefined
    answer: {
      id: string
      status: "queued" | "running" | "pausing" | "paused" | "waiting" | "cancelling" | "completed" | "failed" | "cancelled"
    }
  }
}
