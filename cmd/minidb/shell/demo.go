package shell

import (
	"context"
	_ "embed"
)

// \demo and --demo: the data that the documentation's examples use.

//go:embed demo.sql
var demoSQL string

// demoTaken finds the tables of the data that exist already.
const demoTaken = `SELECT string_agg(quote_ident(t), ', ') FROM unnest(array['employees', 'orders', 'sensors', 'readings']) t
WHERE to_regclass(t) IS NOT NULL`

// Demo makes the tables of the examples and fills them, all of them or none. What
// fails is printed; the error is an ExitStatus.
func (s *Shell) Demo(ctx context.Context) error {
	taken := ""
	s.stmt = demoTaken
	err := s.simple(ctx, demoTaken, func(r result) error {
		for r.Next() {
			taken = r.Text(0)
		}
		return r.Err()
	})
	switch {
	case err != nil:
		s.fail(err, demoTaken)
		return Failure
	case taken != "":
		s.complain("error", `\demo: tables of these names exist already: `+taken)
		return Failure
	case !s.internal(ctx, demoSQL):
		return Failure
	}
	return nil
}

func (c *invocation) demo() metaResult {
	if c.Demo(c.ctx) != nil {
		return metaFailed
	}
	c.say("The tables employees, orders, sensors and readings are filled.")
	return metaDone
}
