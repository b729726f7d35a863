package edit

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// The history: what was entered, of this run and of earlier ones, an entry being
// a whole statement. In its file, as in psql's, an entry is a line, with the
// character 1 for its newlines.

// History holds entries, the oldest first.
type History struct {
	entries []string
	file    string // "" if nothing is written
	limit   int    // of entries; negative for none
}

const newlineInFile = "\x01"

// Load reads the history's file, whose entries new ones are appended to. limit is
// how many entries are kept, all if it is negative. That there is no file, or that
// it cannot be written, is no error: the history then ends with the program. So it
// is with what is no regular file, which might never be read to its end.
func (h *History) Load(file string, limit int) {
	h.file, h.limit = "", limit
	if st, err := os.Stat(file); file == "" || err == nil && !st.Mode().IsRegular() {
		return
	}
	h.file = file
	text, err := os.ReadFile(file)
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" {
			h.entries = append(h.entries, strings.ReplaceAll(line, newlineInFile, "\n"))
		}
	}
	h.trim()
}

func (h *History) trim() {
	if h.limit >= 0 && len(h.entries) > h.limit {
		h.entries = h.entries[len(h.entries)-h.limit:]
	}
}

// SetLimit changes how many entries are kept.
func (h *History) SetLimit(n int) {
	h.limit = n
	h.trim()
}

// Last is the newest entry.
func (h *History) Last() string {
	if len(h.entries) == 0 {
		return ""
	}
	return h.entries[len(h.entries)-1]
}

// Add adds an entry, to the file at once: a program that is killed keeps it.
func (h *History) Add(entry string) {
	h.entries = append(h.entries, entry)
	h.trim()
	if h.file == "" || h.limit == 0 {
		return
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if os.IsNotExist(err) && os.MkdirAll(filepath.Dir(h.file), 0o700) == nil {
		f, err = os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	}
	if err != nil {
		h.file = ""
		return
	}
	f.WriteString(strings.ReplaceAll(entry, "\n", newlineInFile) + "\n")
	f.Close()
}

// Close shortens the file to the entries that are kept. Other programs may have
// written to it since.
func (h *History) Close() error {
	if h.file == "" || h.limit < 0 {
		return nil
	}
	var now History
	now.Load(h.file, -1)
	if len(now.entries) <= h.limit {
		return nil
	}
	now.limit = h.limit
	now.trim()
	return now.Save(h.file)
}

// Save writes all entries to a file.
func (h *History) Save(file string) error {
	f, err := os.OpenFile(file, os.O_TRUNC|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, e := range h.entries {
		w.WriteString(strings.ReplaceAll(e, "\n", newlineInFile) + "\n")
	}
	err = w.Flush()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Entries returns the entries, the oldest first.
func (h *History) Entries() []string { return h.entries }

// walk goes through the history while a line is edited. Entries that were changed
// on the way stay so until the line is entered.
type walk struct {
	h       *History
	at      int // len(h.entries) for the new line
	changed map[int]string
}

func newWalk(h *History) *walk {
	return &walk{h: h, at: len(h.entries), changed: map[int]string{}}
}

// text is the line at a place.
func (w *walk) text(i int) string {
	if t, ok := w.changed[i]; ok || i == len(w.h.entries) {
		return t
	}
	return w.h.entries[i]
}

// goTo leaves the current line as it is now and moves to another one; ok is false
// if there is none.
func (w *walk) goTo(i int, now string) (text string, ok bool) {
	if i < 0 || i > len(w.h.entries) || i == w.at {
		return "", false
	}
	w.keep(now)
	w.at = i
	return w.text(i), true
}

func (w *walk) keep(now string) {
	if w.text(w.at) != now {
		w.changed[w.at] = now
	}
}
