# One target for each habit. See ARCHITECTURE.md.
GO        ?= go
FUZZTIME  ?= 30s
BENCHTIME ?= 200x
TOOLS     := $(GO) -C tools
BIN       := $(CURDIR)/bin

.PHONY: check vet lint test race fuzz random bench bench-partitions oracle fuzz-oracle golden build

check: vet lint test

build:
	CGO_ENABLED=0 $(GO) build -o $(BIN)/minidb ./cmd/minidb

vet:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "gofmt would change: $$bad"; exit 1; fi
	$(GO) vet ./...

lint:
	@mkdir -p $(BIN)
	$(GO) -C tools build -o $(BIN)/ honnef.co/go/tools/cmd/staticcheck
	$(BIN)/staticcheck ./...

# The README's test command.
test:
	$(GO) test ./...

# TestScripts is left out: it starts the program a thousand times, to see its
# options and exit codes; the same statements run in process in TestShell. Nor do
# tests of one session's memory run, since the detector has a memory of its own, nor
# counts, plans, models, SQLSTATEs and hostile statements of one session, which are the same
# without it.
race:
	$(GO) test -vet=off -race -tags invariants -timeout 15m -skip '^(TestScripts|TestAutovacuum|TestMemory|TestDeferredEventsMemory|TestHostile|TestDDLRollback|TestExplain|TestCounterGoldens|TestPartitionCounters|TestUpdateByKey|TestWindowModel|TestWindowHashModel|TestForeignKeyModel|TestPartitionModel|TestRandomPartitions|TestSQLStates|TestSpill$$|TestSizes|TestDocs|TestArchitecture|TestManyPartitions|TestDropPartitions|TestUpdateIsFlat|TestServeAllocatesNothing|TestCatalogFailure)' ./...

# Every fuzz target for FUZZTIME, found by name: to ask every package's tests for theirs
# would link them all. Go's fuzzer sometimes ends with "context
# deadline exceeded" when its time is up in the middle of an input: that is no
# finding, which would name a failing input.
fuzz:
	@mkdir -p $(BIN)
	@for file in $$(grep -rlE --include='*_test.go' '^func Fuzz' .); do \
	  pkg=$$(dirname $$file); \
	  for f in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' $$file); do \
	    echo "$$pkg $$f"; \
	    if $(GO) test -vet=off -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg > $(BIN)/fuzz.log 2>&1; then tail -2 $(BIN)/fuzz.log; \
	    elif grep -q 'context deadline exceeded' $(BIN)/fuzz.log && ! grep -q 'Failing input' $(BIN)/fuzz.log; then tail -5 $(BIN)/fuzz.log; \
	    else cat $(BIN)/fuzz.log; exit 1; fi; \
	  done; \
	done

# The tests against models, with new seeds; a failure prints its seed.
ROUNDS    ?= 20
random:
	$(GO) test -tags invariants -count $(ROUNDS) -run 'Model|Stress' . ./storage -args -seed 0

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1x ./...

# What partitions cost under each profile and setting: transactions a second and CPU time.
bench-partitions:
	$(GO) test -run '^$$' -bench 'BenchmarkWide|BenchmarkPartitionUpdate' -benchtime $(BENCHTIME) -timeout 1h . | tools/benchtable.sh

# Compare the golden files with a real PostgreSQL 18, given as a libpq
# connection string in ORACLE; its psql must be in the PATH.
oracle:
	$(GO) test -tags oracle -run TestOracle -count 1 -timeout 30m . ./cmd/minidb -oracle "$(ORACLE)"

# Compare the answers to random statements with the same PostgreSQL; the database
# minidb_random is made and dropped. SEED=0 takes a new seed and prints it.
QUERIES   ?= 100000
SEED      ?= 0
fuzz-oracle:
	$(GO) test -tags oracle -run TestRandomQueries -count 1 -timeout 3h -v . -oracle "$(ORACLE)" -queries $(QUERIES) -seed $(SEED)

# Rewrite the golden files that do not come from PostgreSQL; read the diff.
golden:
	$(GO) test . ./cmd/minidb ./parser ./planner -rewrite
	git diff --stat
