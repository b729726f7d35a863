package shell

import (
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"minidb"
)

// longNames are those that \? does not list beside the short ones, as psql's does not.
var longNames = map[string]string{"quit": "q", "help": "h", "html": "H", "edit": "e", "include": "i", "include_relative": "ir",
	"out": "o", "print": "p", "reset": "r", "write": "w", "list": "l"}

// refusedCommands are there to say why they are not.
var refusedCommands = strings.Fields("password ef ev lo_import lo_export lo_unlink")

var helpEntry = regexp.MustCompile(`(?m)^  \\([a-zA-Z_!?]+)((?:\[[a-zA-Z+]+\])*)`)

// listedCommands are the names in \?: of \dP[itn+] all that it stands for.
func listedCommands() map[string]bool {
	listed := map[string]bool{}
	for _, m := range helpEntry.FindAllStringSubmatch(helpCommands, -1) {
		listed[m[1]] = true
		for option := range strings.SplitSeq(strings.Trim(m[2], "[]"), "][") {
			if strings.Trim(option, "S+") == "" {
				continue
			}
			if m[1] == "c" {
				listed[m[1]+option] = true
				continue
			}
			for _, letter := range strings.Trim(option, "S+") {
				listed[m[1]+string(letter)] = true
			}
		}
	}
	return listed
}

// shellCommands are the names of all commands but the long ones.
func shellCommands() []string {
	names := append(slices.Collect(maps.Keys(metaCommands)), "if", "elif", "else", "endif", "d", "l", "lo_list", "z", "sv", "sf",
		"drds", "drg", "dconfig", "ddp")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	d := new(describer)
	for _, a := range letters {
		if d.command("d"+string(a)) != nil && a != 'S' {
			names = append(names, "d"+string(a))
		}
		if !strings.ContainsRune("AFRePf", a) {
			continue
		}
		for _, b := range letters {
			if d.command("d"+string(a)+string(b)) != nil && b != 'S' {
				names = append(names, "d"+string(a)+string(b))
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return longNames[name] != "" })
}

// TestHelpListsCommands: \? lists all commands, and no others; Tab offers them.
func TestHelpListsCommands(t *testing.T) {
	listed, offered := listedCommands(), (&completion{}).backslash(nil)
	all := shellCommands()
	for _, name := range all {
		if slices.Contains(refusedCommands, name) {
			continue
		}
		if !listed[name] {
			t.Errorf(`\%s is not in help_commands.txt`, name)
		}
		if kinds := regexp.MustCompile(`^(df|dP).$`); !slices.Contains(offered, `\`+name) && !kinds.MatchString(name) {
			t.Errorf(`Tab does not offer \%s`, name)
		}
	}
	for name := range listed {
		if !slices.Contains(all, name) && longNames[name] == "" && metaCommands[name] == nil {
			t.Errorf(`help_commands.txt has \%s`, name)
		}
	}
	if len(all) < 100 {
		t.Error(len(all), "commands")
	}
}

// TestRefusedCommands: what is not listed is refused.
func TestRefusedCommands(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sess := db.Session()
	defer sess.Close()
	for _, name := range refusedCommands {
		if New(sess, Options{}, io.Discard, io.Discard).RunCommand(context.Background(), `\`+name+" 1 x") == nil {
			t.Errorf(`\%s runs: list it`, name)
		}
	}
}
