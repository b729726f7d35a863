package shell

import "bufio"

// The unaligned format: fields and records with separators between them.

func (f *Format) unaligned(w *bufio.Writer, t *Table) {
	pending := f.noStart // a record separator is due
	if title, ok := f.title(t); ok {
		w.WriteString(title + string(f.RecordSep))
	}
	if f.headers() {
		f.fields(w, t.Headers)
		pending = true
	}
	record := func() {
		if pending {
			w.WriteString(string(f.RecordSep))
		}
		pending = true
	}
	if len(t.Headers) > 0 { // rows of no columns leave nothing to see
		for _, row := range t.Cells {
			record()
			f.fields(w, row)
		}
	}
	for _, s := range f.footers(t) {
		record()
		w.WriteString(s)
	}
	if pending && !f.noEnd {
		f.endRecord(w)
	}
}

func (f *Format) fields(w *bufio.Writer, row []string) {
	for i, s := range row {
		if i > 0 {
			w.WriteString(string(f.FieldSep))
		}
		w.WriteString(s)
	}
}

// endRecord ends the last record: with a line feed, whatever stands between
// records, unless that is a zero byte.
func (f *Format) endRecord(w *bufio.Writer) {
	if f.RecordSep == zeroByte {
		w.WriteByte(0)
	} else {
		w.WriteByte('\n')
	}
}

func (f *Format) unalignedExpanded(w *bufio.Writer, t *Table) {
	sep := string(f.RecordSep)
	pending := f.noStart
	if title, ok := f.title(t); ok {
		w.WriteString(title)
		pending = true
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			if pending {
				w.WriteString(sep + sep)
			}
			for i, s := range row {
				if i > 0 {
					w.WriteString(sep)
				}
				w.WriteString(t.Headers[i] + string(f.FieldSep) + s)
			}
			pending = true
		}
	}
	if f.noEnd {
		return
	}
	if own := f.ownFooters(t); own != nil {
		w.WriteString(sep)
		for _, s := range own {
			w.WriteString(sep + s)
		}
	}
	if pending {
		f.endRecord(w)
	}
}
