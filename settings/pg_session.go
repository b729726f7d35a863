package settings

// Settings that SHOW ALL hides: who the session is. The engine writes them; the
// texts are PostgreSQL 18's.

import "math"

const (
	maxInt  = math.MaxInt32
	minInt  = math.MinInt32
	maxReal = math.MaxFloat64
)

// Role, SessionAuthorization and IsSuperuser describe the session's roles. The
// catalog checks that a role exists, by Values.Check, before it is assigned.
var (
	Role = declare(Def{Name: "role", Category: "Ungrouped", Type: String,
		Boot: "none", Context: User, NoShowAll: true, NoReset: true,
		Short: "Sets the current role."})
	SessionAuthorization = declare(Def{Name: "session_authorization", Category: "Ungrouped", Type: String,
		Boot: "", Context: User, NoShowAll: true, NoReset: true, Report: true,
		Short: "Sets the session user name."})
	IsSuperuser = declare(Def{Name: "is_superuser", Category: "Ungrouped", Type: Bool,
		Boot: "on", Context: Internal, NoShowAll: true, NoReset: true, Report: true,
		Short: "Shows whether the current user is a superuser."})
)
