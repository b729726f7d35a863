package commands

import (
	"strings"

	"minidb/parser/tree"
	"minidb/pgerr"
)

// The options of VACUUM. Those about disks, workers and TOAST tables are checked
// and change nothing here.

// vacuumOptions are the options that change what VACUUM does.
type vacuumOptions struct{ freeze, skipLocked bool }

// readVacuumOptions checks the options.
func readVacuumOptions(opts []*tree.DefElem) (v vacuumOptions, err error) {
	for _, o := range opts {
		switch o.Name {
		case "freeze":
			v.freeze, err = optionBool(o)
		case "skip_locked":
			v.skipLocked, err = optionBool(o)
		case "full", "analyze", "verbose", "only_database_stats":
			var on bool
			if on, err = optionBool(o); on {
				err = pgerr.Unsupported(int(o.Pos), "VACUUM ("+upper(o.Name)+")", "Plain VACUUM removes dead rows; sizes of tables are always known.")
			}
		case "process_main":
			var on bool
			if on, err = optionBool(o); !on && err == nil {
				err = pgerr.Unsupported(int(o.Pos), "VACUUM (PROCESS_MAIN OFF)", "")
			}
		case "disable_page_skipping", "process_toast", "truncate", "skip_database_stats":
			_, err = optionBool(o)
		case "index_cleanup":
			if v := strings.ToLower(optionText(o)); v != "auto" {
				_, err = optionBool(o)
			}
		case "parallel":
			err = vacuumParallel(o)
		case "buffer_usage_limit":
		default:
			err = pgerr.New(pgerr.SyntaxError, "unrecognized %s option %q", "VACUUM", o.Name).At(int(o.Pos))
		}
		if err != nil {
			return v, err
		}
	}
	return v, nil
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

func optionText(o *tree.DefElem) string {
	if o.Value == nil {
		return ""
	}
	return o.Value.Text
}

// optionBool is defGetBoolean: an option without a value is on.
func optionBool(o *tree.DefElem) (bool, error) {
	if o.Value == nil {
		return true, nil
	}
	switch o.Value.Kind {
	case tree.ConstBool:
		return o.Value.Bool, nil
	case tree.ConstInt:
		if o.Value.Int == 0 || o.Value.Int == 1 {
			return o.Value.Int == 1, nil
		}
	default:
		switch strings.ToLower(o.Value.Text) {
		case "true", "on":
			return true, nil
		case "false", "off":
			return false, nil
		}
	}
	return false, pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value", o.Name)
}
