// Package driver makes minidb a database/sql driver, by the name "minidb".
//
//	db, err := sql.Open("minidb", "")          // a private database
//	db, err := sql.Open("minidb", "name")      // one that the process shares by name
//	db, err := sql.Open("minidb", "?work_mem=64MB&minidb.profile=pg11")
//
// A private database ends with its sql.DB; a shared one with the last sql.DB that
// opened its name. What follows a question mark are settings of all its sessions,
// as in a URL's query; those of a shared database are what its first opener said.
//
// Parameters are $1, $2 and so on. Values come back as Rows.Value of package minidb
// says: numeric, interval, uuid, arrays and other types as their text. Errors are
// found by errors.As as *minidb.Error and as *pgconn.PgError.
package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"slices"
	"sync"

	"minidb"
)

func init() { sql.Register("minidb", &Driver{}) }

// Driver opens connectors; it holds the databases that are shared by name.
type Driver struct {
	mu     sync.Mutex
	shared map[string]*sharedDB
}

type sharedDB struct {
	db   *minidb.DB
	uses int // connectors that hold it
}

// Open opens one connection to a shared database that lives as long as that
// connection, if nothing else holds it; database/sql calls OpenConnector.
func (d *Driver) Open(name string) (driver.Conn, error) {
	c, err := d.OpenConnector(name)
	if err != nil {
		return nil, err
	}
	held := c.(*connector)
	return &conn{s: held.db.Session(), closed: held.Close}, nil
}

// OpenConnector opens the database itself.
func (d *Driver) OpenConnector(name string) (driver.Connector, error) {
	name, values, err := parseName(name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		db, err := minidb.Open(values...)
		if err != nil {
			return nil, err
		}
		return &connector{d: d, db: db}, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.shared[name]
	if s == nil {
		db, err := minidb.Open(values...)
		if err != nil {
			return nil, err
		}
		if d.shared == nil {
			d.shared = map[string]*sharedDB{}
		}
		s = &sharedDB{db: db}
		d.shared[name] = s
	}
	s.uses++
	return &connector{d: d, db: s.db, name: name}, nil
}

// parseName splits name?setting=value&...; the settings are in order of name.
func parseName(text string) (name string, values []minidb.Setting, err error) {
	u, err := url.Parse("x:" + text)
	if err != nil {
		return "", nil, err
	}
	if name, err = url.PathUnescape(u.Opaque); err != nil {
		return "", nil, err
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", nil, err
	}
	for setting, v := range query {
		values = append(values, minidb.Setting{Name: setting, Value: v[len(v)-1]})
	}
	slices.SortFunc(values, func(a, b minidb.Setting) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return name, values, nil
}

// connector opens the connections of one sql.DB.
type connector struct {
	d    *Driver
	db   *minidb.DB
	name string // "" for a private database
	once sync.Once
}

// Connect opens a session.
func (c *connector) Connect(context.Context) (driver.Conn, error) {
	return &conn{s: c.db.Session()}, nil
}

// Driver returns the driver.
func (c *connector) Driver() driver.Driver { return c.d }

// Close gives the database up; sql.DB calls it when it is closed.
func (c *connector) Close() error {
	c.once.Do(func() {
		if c.name == "" {
			c.db.Close()
			return
		}
		c.d.mu.Lock()
		defer c.d.mu.Unlock()
		s := c.d.shared[c.name]
		if s.uses--; s.uses == 0 {
			delete(c.d.shared, c.name)
			s.db.Close()
		}
	})
	return nil
}
