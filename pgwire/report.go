package pgwire

import (
	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgerr"
)

// Errors and notices as the protocol has them.

func report(e *minidb.Error, out *foreign) pgproto3.ErrorResponse {
	severity := e.Severity
	if severity == "" {
		severity = "ERROR"
	}
	m := pgproto3.ErrorResponse{
		Severity: severity, SeverityUnlocalized: severity, Code: string(e.Code), Message: out.text(e.Message),
		Detail: out.text(e.Detail), Hint: out.text(e.Hint), Position: int32(e.Position), Where: out.text(e.Context),
		SchemaName: out.text(e.Schema), TableName: out.text(e.Table), ColumnName: out.text(e.Column),
		DataTypeName: out.text(e.DataType), ConstraintName: out.text(e.Constraint), Routine: e.Routine,
	}
	if e.Query != "" {
		m.Position, m.InternalPosition, m.InternalQuery = 0, m.Position, out.text(e.Query)
	}
	return m
}

// fail sends an error, or that its text cannot be sent.
func (c *conn) fail(err error) {
	e, out := minidb.AsError(err), c.foreign()
	m := report(e, &out)
	if out.err != nil {
		told := *minidb.AsError(out.err)
		told.Severity = e.Severity
		m = report(&told, &foreign{})
	}
	c.w.send(&m)
	c.w.flush()
}

// notice sends a notice or warning.
func (c *conn) notice(e *minidb.Error) {
	out := c.foreign()
	m := pgproto3.NoticeResponse(report(e, &out))
	c.w.send(&m)
	c.w.flush()
}

const severityFatal = "FATAL"

// protocolError is an error of a message, which the connection survives.
func protocolError(format string, args ...any) error {
	return pgerr.New(pgerr.ProtocolViolation, format, args...)
}
