#!/bin/sh
# Makes a table of go test's benchmark lines: a row for each setting, which is the last
# part of the name, a column for each workload; transactions a second and microseconds of
# CPU each.
awk '
/^Benchmark/ {
	name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
	at = match(name, /\/[^\/]*$/)
	work = substr(name, 1, at - 1); set = substr(name, at + 1)
	cpu = ""
	for (i = 2; i < NF; i++) {
		if ($(i + 1) == "ns/op") ns = $i
		if ($(i + 1) == "cpu-ms/op") cpu = $i
	}
	if (!(work in seenWork)) { seenWork[work] = 1; works[++nWorks] = work }
	if (!(set in seenSet)) { seenSet[set] = 1; sets[++nSets] = set }
	cell[work, set] = sprintf("%.0f %.0f", 1e9 / ns, cpu * 1000)
}
END {
	for (w = 1; w <= nWorks; w++) {
		printf "\n%s\n%-36s %12s %12s\n", works[w], "setting", "tps", "CPU us"
		for (s = 1; s <= nSets; s++) if ((works[w], sets[s]) in cell) {
			split(cell[works[w], sets[s]], v, " ")
			printf "%-36s %12d %12d\n", sets[s], v[1], v[2]
		}
	}
}'
