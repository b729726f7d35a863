package commands

import (
	"strings"

	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/settings"
	"minidb/storage/lmgr"
)

// The options of VACUUM and ANALYZE. Those about disks, workers and TOAST tables
// are checked and change nothing here.

// vacuumOptions are the options that mean something here.
type vacuumOptions struct {
	Vacuum, Analyze             bool
	Freeze, Verbose, SkipLocked bool
	Full, OnlyDatabase          bool
}

// lockMode is the lock that VACUUM takes on a table: FULL keeps everybody out.
func (o *vacuumOptions) lockMode() lmgr.Mode {
	if o.Full {
		return lmgr.AccessExclusive
	}
	return lmgr.ShareUpdateExclusive
}

func parseVacuumOptions(s *tree.Vacuum) (*vacuumOptions, error) {
	p := &vacuumOptions{Vacuum: !s.AnalyzeOnly, Analyze: s.AnalyzeOnly}
	for _, o := range s.Options {
		var err error
		switch o.Name {
		case "verbose":
			p.Verbose, err = planner.DefBool(o)
		case "skip_locked":
			p.SkipLocked, err = planner.DefBool(o)
		case "buffer_usage_limit":
			err = bufferUsageLimit(o)
		default:
			if s.AnalyzeOnly {
				err = unknownOption("ANALYZE", o)
			} else {
				err = p.vacuumOption(o)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for _, r := range s.Relations {
		if r.Columns != nil && !p.Analyze {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "ANALYZE option must be specified when a column list is provided")
		}
	}
	if err := p.withFull(s); err != nil {
		return nil, err
	}
	return p, p.alone(s)
}

// alone refuses what ONLY_DATABASE_STATS does not go with.
func (p *vacuumOptions) alone(s *tree.Vacuum) error {
	if !p.OnlyDatabase {
		return nil
	}
	if len(s.Relations) > 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "ONLY_DATABASE_STATS cannot be specified with a list of tables")
	}
	for _, o := range s.Options {
		switch o.Name {
		case "analyze", "freeze", "full", "skip_locked", "disable_page_skipping", "skip_database_stats":
			if on, _ := planner.DefBool(o); on {
				return pgerr.New(pgerr.FeatureNotSupported, "ONLY_DATABASE_STATS cannot be specified with other VACUUM options")
			}
		}
	}
	return nil
}

// talkative refuses VACUUM (VERBOSE): PostgreSQL reports on pages that are not there.
func (p *vacuumOptions) talkative(s *tree.Vacuum) error {
	if p.Vacuum && p.Verbose && !p.Full {
		return pgerr.Unsupported(int(s.Pos), "VACUUM (VERBOSE)", "ANALYZE (VERBOSE) and VACUUM (FULL, VERBOSE) are there.")
	}
	return nil
}

// withFull refuses options that VACUUM FULL does not go with.
func (p *vacuumOptions) withFull(s *tree.Vacuum) error {
	if !p.Full {
		return nil
	}
	for _, o := range s.Options {
		switch o.Name {
		case "parallel":
			if o.Value.Int > 0 {
				return pgerr.New(pgerr.FeatureNotSupported, "VACUUM FULL cannot be performed in parallel")
			}
		case "buffer_usage_limit":
			if !p.Analyze {
				return pgerr.New(pgerr.FeatureNotSupported, "BUFFER_USAGE_LIMIT cannot be specified for VACUUM FULL")
			}
		case "disable_page_skipping":
			if on, _ := planner.DefBool(o); on {
				return pgerr.New(pgerr.FeatureNotSupported, "VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL")
			}
		case "process_toast":
			if on, _ := planner.DefBool(o); !on {
				return pgerr.New(pgerr.FeatureNotSupported, "PROCESS_TOAST required with VACUUM FULL")
			}
		}
	}
	return nil
}

func unknownOption(command string, o *tree.DefElem) error {
	return pgerr.New(pgerr.SyntaxError, "unrecognized %s option %q", command, o.Name).At(int(o.Pos))
}

// vacuumOption checks an option that only VACUUM has.
func (p *vacuumOptions) vacuumOption(o *tree.DefElem) (err error) {
	switch o.Name {
	case "freeze":
		p.Freeze, err = planner.DefBool(o)
	case "analyze":
		p.Analyze, err = planner.DefBool(o)
	case "full":
		p.Full, err = planner.DefBool(o)
	case "only_database_stats":
		p.OnlyDatabase, err = planner.DefBool(o)
	case "process_main":
		var on bool
		if on, err = planner.DefBool(o); !on && err == nil {
			err = pgerr.Unsupported(int(o.Pos), "VACUUM (PROCESS_MAIN OFF)", "")
		}
	case "disable_page_skipping", "process_toast", "truncate", "skip_database_stats":
		_, err = planner.DefBool(o)
	case "index_cleanup":
		if v := strings.ToLower(planner.DefString(o)); v != "auto" {
			_, err = planner.DefBool(o)
		}
	case "parallel":
		err = vacuumParallel(o)
	default:
		err = unknownOption("VACUUM", o)
	}
	return err
}

// bufferUsageLimit checks a size: there is no ring of buffers here to limit.
func bufferUsageLimit(o *tree.DefElem) error {
	if o.Value == nil {
		return pgerr.New(pgerr.SyntaxError, "%s requires a parameter", o.Name)
	}
	kb, ok := settings.ParseKB(o.Value.Text)
	if !ok || kb != 0 && (kb < 128 || kb > 16777216) {
		return pgerr.New(pgerr.InvalidParameterValue, "BUFFER_USAGE_LIMIT option must be 0 or between %d kB and %d kB", 128, 16777216)
	}
	return nil
}

func vacuumParallel(o *tree.DefElem) error {
	if o.Value == nil {
		return pgerr.New(pgerr.SyntaxError, "parallel option requires a value between 0 and %d", 1024).At(int(o.Pos))
	}
	if o.Value.Kind != tree.ConstInt {
		return pgerr.New(pgerr.SyntaxError, "%s requires an integer value", o.Name)
	}
	if o.Value.Int < 0 || o.Value.Int > 1024 {
		return pgerr.New(pgerr.SyntaxError, "parallel workers for vacuum must be between 0 and %d", 1024).At(int(o.Pos))
	}
	return nil
}
