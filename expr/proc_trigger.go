package expr

// Rows of PostgreSQL 18's pg_proc: the trigger functions behind foreign keys and deferrable unique constraints. The
// executor runs them (executor/ri_trigger.go); nobody else may.

import (
	"minidb/pgerr"
	"minidb/types"
)

var procTrigger = []procRow{
	{1250, "unique_key_recheck", "", "trigger", "strict volatile", "unique_key_recheck"},
	{1644, "RI_FKey_check_ins", "", "trigger", "strict volatile", "RI_FKey_check_ins"},
	{1645, "RI_FKey_check_upd", "", "trigger", "strict volatile", "RI_FKey_check_upd"},
	{1646, "RI_FKey_cascade_del", "", "trigger", "strict volatile", "RI_FKey_cascade_del"},
	{1647, "RI_FKey_cascade_upd", "", "trigger", "strict volatile", "RI_FKey_cascade_upd"},
	{1648, "RI_FKey_restrict_del", "", "trigger", "strict volatile", "RI_FKey_restrict_del"},
	{1649, "RI_FKey_restrict_upd", "", "trigger", "strict volatile", "RI_FKey_restrict_upd"},
	{1650, "RI_FKey_setnull_del", "", "trigger", "strict volatile", "RI_FKey_setnull_del"},
	{1651, "RI_FKey_setnull_upd", "", "trigger", "strict volatile", "RI_FKey_setnull_upd"},
	{1652, "RI_FKey_setdefault_del", "", "trigger", "strict volatile", "RI_FKey_setdefault_del"},
	{1653, "RI_FKey_setdefault_upd", "", "trigger", "strict volatile", "RI_FKey_setdefault_upd"},
	{1654, "RI_FKey_noaction_del", "", "trigger", "strict volatile", "RI_FKey_noaction_del"},
	{1655, "RI_FKey_noaction_upd", "", "trigger", "strict volatile", "RI_FKey_noaction_upd"},
}

// triggerCodes refuse a call from SQL.
var triggerCodes = func() codeTable {
	t := codeTable{}
	for i := range procTrigger {
		name := procTrigger[i].name
		t[name] = code{f0: func(*Ctx) (types.Datum, error) {
			return types.NullDatum, pgerr.New(pgerr.TriggerProtocolViolated, "function %q was not called by trigger manager", name)
		}}
	}
	return t
}()
