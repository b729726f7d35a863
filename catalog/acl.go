package catalog

// Access control lists: the values of pg_class.relacl and its kin, and what GRANT
// and REVOKE make of one. An item is stored as text with the numbers of its roles,
// "16385=r*w/10" (nobody before = is PUBLIC), so that it follows a role that is
// renamed; types prints it with names by AclitemOut. After PostgreSQL 18,
// utils/adt/acl.c.

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// Privilege is a set of privileges: PostgreSQL's AclMode.
type Privilege uint16

// The privileges, in the order of their letters.
const (
	InsertPrivilege Privilege = 1 << iota
	SelectPrivilege
	UpdatePrivilege
	DeletePrivilege
	TruncatePrivilege
	ReferencesPrivilege
	TriggerPrivilege
	ExecutePrivilege
	UsagePrivilege
	CreatePrivilege
	TempPrivilege
	ConnectPrivilege
	SetPrivilege
	AlterSystemPrivilege
	MaintainPrivilege
)

const privilegeLetters = "arwdDxtXUCTcsAm"

var privilegeNames = []string{"INSERT", "SELECT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "EXECUTE", "USAGE",
	"CREATE", "TEMPORARY", "CONNECT", "SET", "ALTER SYSTEM", "MAINTAIN"}

// All that there is to grant on each kind of object.
const (
	TablePrivileges = InsertPrivilege | SelectPrivilege | UpdatePrivilege | DeletePrivilege | TruncatePrivilege |
		ReferencesPrivilege | TriggerPrivilege | MaintainPrivilege
	ColumnPrivileges     = InsertPrivilege | SelectPrivilege | UpdatePrivilege | ReferencesPrivilege
	SequencePrivileges   = UsagePrivilege | SelectPrivilege | UpdatePrivilege
	DatabasePrivileges   = CreatePrivilege | TempPrivilege | ConnectPrivilege
	SchemaPrivileges     = UsagePrivilege | CreatePrivilege
	TypePrivileges       = UsagePrivilege
	FunctionPrivileges   = ExecutePrivilege
	LanguagePrivileges   = UsagePrivilege
	TablespacePrivileges = CreatePrivilege
)

// String names the lowest privilege of the set, as messages do.
func (p Privilege) String() string {
	if p == 0 {
		return ""
	}
	return privilegeNames[bits.TrailingZeros16(uint16(p))]
}

// PrivilegeNamed reads a privilege's name in lower case: ok is false if there is
// none. RULE is one that is never granted.
func PrivilegeNamed(name string) (p Privilege, ok bool) {
	switch name {
	case "rule":
		return 0, true
	case "temp":
		return TempPrivilege, true
	}
	i := slices.Index(privilegeNames, strings.ToUpper(name))
	return 1 << max(i, 0), i >= 0
}

// AclItem says what one role has granted to another, or to all (0). Options are
// the privileges that the grantee may grant on.
type AclItem struct {
	Grantee, Grantor types.OID
	Privs, Options   Privilege
}

// ACL is an object's access control list; nil stands for the default one, which is
// other than an empty one.
type ACL []AclItem

// String is the stored form.
func (i AclItem) String() string {
	b := make([]byte, 0, 32)
	if i.Grantee != 0 {
		b = strconv.AppendUint(b, uint64(i.Grantee), 10)
	}
	b = append(b, '=')
	for n := range privilegeLetters {
		p := Privilege(1) << n
		if i.Privs&p != 0 {
			b = append(b, privilegeLetters[n])
		}
		if i.Options&p != 0 {
			b = append(b, '*')
		}
	}
	return string(strconv.AppendUint(append(b, '/'), uint64(i.Grantor), 10))
}

// parseAclItem reads the stored form.
func parseAclItem(s string) (i AclItem) {
	who, rest, _ := strings.Cut(s, "=")
	what, by, _ := strings.Cut(rest, "/")
	number := func(s string) types.OID {
		n, _ := strconv.ParseUint(s, 10, 32)
		return types.OID(n)
	}
	i.Grantee, i.Grantor = number(who), number(by)
	last := Privilege(0)
	for _, c := range []byte(what) {
		if c == '*' {
			i.Options |= last
		} else {
			last = 1 << strings.IndexByte(privilegeLetters, c)
			i.Privs |= last
		}
	}
	return i
}

// readACL reads an array of aclitem, nil for NULL.
func readACL(d types.Datum) ACL {
	if d.IsNull() {
		return nil
	}
	elems := d.Array().Elems
	l := make(ACL, 0, len(elems))
	for _, e := range elems {
		if !e.IsNull() {
			l = append(l, parseAclItem(e.Text()))
		}
	}
	return l
}

// datum is the array of a list, NULL for nil.
func (l ACL) datum() types.Datum {
	if l == nil {
		return null
	}
	elems := make([]types.Datum, len(l))
	for i, item := range l {
		elems[i] = textDatum(item.String())
	}
	return types.NewArray1(types.AclitemOID, elems)
}

// AclKind is what a list belongs to: the letters of acldefault.
type AclKind byte

// The kinds of objects with privileges.
const (
	TableAcl      AclKind = 'r'
	ColumnAcl     AclKind = 'c'
	SequenceAcl   AclKind = 's'
	DatabaseAcl   AclKind = 'd'
	SchemaAcl     AclKind = 'n'
	TypeAcl       AclKind = 'T'
	FunctionAcl   AclKind = 'f'
	LanguageAcl   AclKind = 'l'
	TablespaceAcl AclKind = 't'
)

// aclKinds has for each kind what the world and the owner may do without any grant.
var aclKinds = map[AclKind]struct{ world, owner Privilege }{
	ColumnAcl: {}, TableAcl: {0, TablePrivileges}, SequenceAcl: {0, SequencePrivileges},
	DatabaseAcl: {TempPrivilege | ConnectPrivilege, DatabasePrivileges}, FunctionAcl: {ExecutePrivilege, FunctionPrivileges},
	LanguageAcl: {UsagePrivilege, LanguagePrivileges}, 'L': {0, SelectPrivilege | UpdatePrivilege}, SchemaAcl: {0, SchemaPrivileges},
	'p': {0, SetPrivilege | AlterSystemPrivilege}, TablespaceAcl: {0, TablespacePrivileges}, 'F': {0, UsagePrivilege},
	'S': {0, UsagePrivilege}, TypeAcl: {UsagePrivilege, TypePrivileges},
}

// defaultACL is the list of an object that has none.
func defaultACL(kind AclKind, owner types.OID) ACL {
	d := aclKinds[kind]
	l := ACL{}
	if d.world != 0 {
		l = append(l, AclItem{Grantor: owner, Privs: d.world})
	}
	if d.owner != 0 {
		l = append(l, AclItem{Grantee: owner, Grantor: owner, Privs: d.owner})
	}
	return l
}

// granted is what of some privileges and grant options a role has by a list. An
// owner can always grant.
func (a *Access) granted(l ACL, role, owner types.OID, privs, options Privilege) (p, o Privilege) {
	if options != 0 && a.HasPrivilegesOf(role, owner) {
		o = options
	}
	for _, i := range l {
		if i.Privs&privs&^p == 0 && i.Options&options&^o == 0 {
			continue
		}
		if i.Grantee == 0 || i.Grantee == role || a.HasPrivilegesOf(role, i.Grantee) {
			p, o = p|i.Privs&privs, o|i.Options&options
		}
	}
	return p, o
}

// Change is a GRANT or REVOKE to one role.
type aclChange struct {
	AclItem
	revoke, cascade bool
}

func grantedBack() error {
	return pgerr.New(pgerr.InvalidGrantOperation, "grant options cannot be granted back to your own grantor")
}

// change makes a list with more or fewer privileges: 2BP01 if others depend on
// those that go and cascade is not set, 0LP01 for a grant option in a circle.
func (a *Access) changeACL(l ACL, c aclChange, owner types.OID) (ACL, error) {
	if !c.revoke && c.Options != 0 {
		if err := a.checkCircle(l, c.AclItem, owner); err != nil {
			return nil, err
		}
	}
	l = slices.Clone(l)
	if l == nil {
		l = ACL{}
	}
	at := slices.IndexFunc(l, func(i AclItem) bool { return i.Grantee == c.Grantee && i.Grantor == c.Grantor })
	if at < 0 {
		at = len(l)
		l = append(l, AclItem{Grantee: c.Grantee, Grantor: c.Grantor})
	}
	i := &l[at]
	before := i.Options
	if c.revoke {
		i.Privs, i.Options = i.Privs&^c.Privs, i.Options&^c.Options
	} else {
		i.Privs, i.Options = i.Privs|c.Privs, i.Options|c.Options
	}
	lost := before &^ i.Options
	if i.Privs == 0 && i.Options == 0 {
		l = slices.Delete(l, at, at+1)
	}
	if lost == 0 {
		return l, nil
	}
	return a.revokeBelow(l, c.Grantee, lost, owner, c.cascade)
}

// revokeBelow takes away what a role has granted and can grant no more.
func (a *Access) revokeBelow(l ACL, role types.OID, lost Privilege, owner types.OID, cascade bool) (ACL, error) {
	if role == owner {
		return l, nil
	}
	_, still := a.granted(l, role, owner, 0, lost)
	if lost &^= still; lost == 0 {
		return l, nil
	}
	for {
		at := slices.IndexFunc(l, func(i AclItem) bool { return i.Grantor == role && i.Privs&lost != 0 })
		if at < 0 {
			return l, nil
		}
		if !cascade {
			return nil, dependentPrivileges()
		}
		var err error
		c := aclChange{AclItem{l[at].Grantee, role, lost, lost}, true, true}
		if l, err = a.changeACL(l, c, owner); err != nil {
			return nil, err
		}
	}
}

func dependentPrivileges() error {
	return pgerr.New(pgerr.DependentObjectsStillExist, "dependent privileges exist").WithHint("Use CASCADE to revoke them too.")
}

// checkCircle refuses a grant option for somebody on whom the grantor's own
// depends: without the grantee's options the grantor must still have them.
func (a *Access) checkCircle(l ACL, g AclItem, owner types.OID) error {
	if g.Grantor == owner {
		return nil
	}
	for {
		at := slices.IndexFunc(l, func(i AclItem) bool { return i.Grantee == g.Grantee && i.Options != 0 })
		if at < 0 {
			break
		}
		var err error
		c := aclChange{AclItem{g.Grantee, l[at].Grantor, 0, l[at].Options}, true, true}
		if l, err = a.changeACL(l, c, owner); err != nil {
			return err
		}
	}
	if _, own := a.granted(l, g.Grantor, owner, 0, g.Options); g.Options&^own != 0 {
		return grantedBack()
	}
	return nil
}

// withOwner is a list after its object has gone from one owner to another.
func (l ACL) withOwner(from, to types.OID) ACL {
	if l == nil {
		return nil
	}
	out := make(ACL, 0, len(l))
	for _, i := range l {
		if i.Grantee == from {
			i.Grantee = to
		}
		if i.Grantor == from {
			i.Grantor = to
		}
		at := slices.IndexFunc(out, func(o AclItem) bool { return o.Grantee == i.Grantee && o.Grantor == i.Grantor })
		if at >= 0 {
			out[at].Privs, out[at].Options = out[at].Privs|i.Privs, out[at].Options|i.Options
		} else {
			out = append(out, i)
		}
	}
	return slices.DeleteFunc(out, func(i AclItem) bool { return i.Privs == 0 && i.Options == 0 })
}

// members are the roles that a list names, but for one.
func (l ACL) members(but types.OID) []types.OID {
	var out []types.OID
	for _, i := range l {
		for _, r := range []types.OID{i.Grantee, i.Grantor} {
			if r != 0 && r != but && !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	slices.Sort(out)
	return out
}

// bestGrantor is the role that grants or revokes for the current one, with the
// most grant options of those wanted: the owner, if the current role is that or a
// superuser.
func (a *Access) bestGrantor(l ACL, owner types.OID, want Privilege) (grantor types.OID, options Privilege) {
	me := a.S.CurrentRole
	if me == owner || a.IsSuperuser(me) {
		return owner, want
	}
	grantor = me
	for _, r := range a.rolesOf(me, viaInherit) {
		have := Privilege(0)
		if r == owner {
			have = want
		}
		for _, i := range l {
			if i.Grantee == r {
				have |= i.Options & want
			}
		}
		if have == want {
			return r, want
		}
		if bits.OnesCount16(uint16(have)) > bits.OnesCount16(uint16(options)) {
			grantor, options = r, have
		}
	}
	return grantor, options
}
