package settings

// Profiles set all strategies to how a PostgreSQL release works. Each release
// is listed by what it adds to the one before. minidb.profile holds no value of
// its own: it shows the release that the strategies are like, so that it stays
// true after one of them was changed, and after a rollback.

import "sync"

var profileNames = []string{"pg11", "pg12", "pg14", "pg15", "pg16", "pg18", "best"}

// profileAdds lists, by release, settings and values.
var profileAdds = map[string][][2]string{
	"pg11": {
		{"attr_map", "scan"}, {"attr_map_cache", "off"}, {"inherit_translation", "scan"},
		{"lock_release", "scan"}, {"lock_table_shrink_threshold", "64"},
		{"lock_table_shrink_multiple", "4"}, {"lock_table_shrink_minimum", "16"}, {"fast_path", "16"},
		{"window_store", "recreate"}, {"window_store_alloc", "heap"}, {"window_plan", "sorted"},
		{"window_run_condition", "off"}, {"window_rows_for_range", "off"},
		{"catalog_insert", "per_tuple"}, {"catalog_open", "eager"}, {"catalog_index_insert", "each"},
		{"modify_plan", "per_partition"}, {"result_rel_init", "eager"}, {"executor_locks", "all"},
		{"insert_locks", "all"}, {"routing_cache", "off"},
	},
	"pg12": {{"attr_map", "cursor"}, {"inherit_translation", "cursor"}, {"insert_locks", "on_route"}},
	"pg14": {{"modify_plan", "single"}, {"result_rel_init", "lazy_fields"}},
	"pg15": {{"window_run_condition", "on"}},
	"pg16": {{"window_rows_for_range", "on"}, {"catalog_insert", "multi"}, {"catalog_open", "lazy_unknown"}, {"routing_cache", "on"}},
	"pg18": {{"fast_path", "groups"}, {"window_store", "reuse"}, {"result_rel_init", "unpruned"}},
	"best": {
		{"attr_map", "adaptive"}, {"attr_map_cache", "on"}, {"lock_release", "owner_lists"},
		{"window_plan", "auto"}, {"catalog_open", "lazy"}, {"catalog_index_insert", "batch"},
		{"result_rel_init", "lazy"}, {"executor_locks", "unpruned"},
	},
}

// Profiles returns the names of the profiles, the oldest first.
func Profiles() []string { return profileNames }

// ProfileValues returns what a profile sets: full setting name to value. It is
// nil for an unknown name. The caller must not change the map.
func ProfileValues(name string) map[string]string { return profileTable()[name] }

var profileTable = sync.OnceValue(func() map[string]map[string]string {
	table := map[string]map[string]string{}
	soFar := map[string]string{}
	for _, name := range profileNames {
		for _, add := range profileAdds[name] {
			soFar["minidb."+add[0]] = add[1]
		}
		all := make(map[string]string, len(soFar))
		for k, val := range soFar {
			all[k] = val
		}
		table[name] = all
	}
	return table
})

// profiled returns the settings that profiles set, in declaration order.
func profiled() []*Def { return Strategies() }

// setProfile sets all strategies, those without effect too, without a warning.
func (v *Values) setProfile(text string, o SetOpts) error {
	name, err := Profile.enum(text)
	if err != nil {
		return err
	}
	for _, d := range profiled() {
		if err := v.set(d, ProfileValues(name)[d.Name], o); err != nil {
			return err
		}
	}
	return nil
}

// profile returns the newest profile that the strategies are like.
func (v *Values) profile() string {
	for i := len(profileNames) - 1; i >= 0; i-- {
		if v.matches(ProfileValues(profileNames[i])) {
			return profileNames[i]
		}
	}
	return "custom"
}

func (v *Values) matches(want map[string]string) bool {
	for _, d := range profiled() {
		if d.format(v.vals[d.id], false) != want[d.Name] {
			return false
		}
	}
	return true
}
