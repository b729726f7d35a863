package pgwire

import (
	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgerr"
)

// Errors and notices as the protocol has them.

func report(e *minidb.Error) pgproto3.ErrorResponse {
	severity := e.Severity
	if severity == "" {
		severity = "ERROR"
	}
	m := pgproto3.ErrorResponse{
		Severity: severity, SeverityUnlocalized: severity, Code: string(e.Code), Message: e.Message,
		Detail: e.Detail, Hint: e.Hint, Position: int32(e.Position), Where: e.Context,
		SchemaName: e.Schema, TableName: e.Table, ColumnName: e.Column, DataTypeName: e.DataType, ConstraintName: e.Constraint, Routine: e.Routine,
	}
	if e.Query != "" {
		m.Position, m.InternalPosition, m.InternalQuery = 0, m.Position, e.Query
	}
	return m
}

// fail sends an error.
func (c *conn) fail(err error) {
	m := report(minidb.AsError(err))
	c.w.send(&m)
	c.w.flush()
}

// notice sends a notice or warning.
func (c *conn) notice(e *minidb.Error) {
	m := pgproto3.NoticeResponse(report(e))
	c.w.send(&m)
	c.w.flush()
}

const severityFatal = "FATAL"

// protocolError is an error of a message, which the connection survives.
func protocolError(format string, args ...any) error {
	return pgerr.New(pgerr.ProtocolViolation, format, args...)
}
