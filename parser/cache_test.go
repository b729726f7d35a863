package parser

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"minidb/parser/lex"
)

// TestCache: from the third time on a text's trees are the same ones, whatever else
// comes in between; an error and another option are not mixed up with it.
func TestCache(t *testing.T) {
	var c Cache
	parse := func(src string, o lex.Options) []Stmt {
		t.Helper()
		stmts, err := c.Parse(src, o)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := ParseWith(src, o)
		if !reflect.DeepEqual(stmts, want) {
			t.Fatalf("%s: %v, want %v", src, stmts, want)
		}
		return stmts
	}
	const src = "select 1; table t"
	first, second, third := parse(src, lex.Options{}), parse(src, lex.Options{}), parse(src, lex.Options{})
	if &first[0] == &second[0] || &second[0] != &third[0] {
		t.Error("a text is not kept from its second time on")
	}
	quote := `select E'\''`
	for range 3 {
		parse(quote, lex.Options{})
		if _, err := c.Parse(quote, lex.Options{NoQuoteEscape: true}); err == nil {
			t.Error("no error under the other option")
		}
		if _, err := c.Parse("select from where", lex.Options{}); err == nil {
			t.Error("no error")
		}
	}
	if fourth := parse(src, lex.Options{}); &fourth[0] != &third[0] {
		t.Error("it was forgotten")
	}
}

// TestCacheIsBounded: sessions that send many texts twice leave few of them.
func TestCacheIsBounded(t *testing.T) {
	var c Cache
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 200 {
				for range 2 {
					if _, err := c.Parse(fmt.Sprintf("select %d, '%s'", i, strings.Repeat("x", 100*i)), lex.Options{}); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	bytes := 0
	for h, item := range c.kept {
		bytes += len(item.src)
		if len(item.src) > cacheText {
			t.Errorf("a text of %d bytes, %x", len(item.src), h)
		}
	}
	if bytes != c.bytes || bytes > cacheTexts || bytes < cacheTexts/2 || len(c.order) != len(c.kept) {
		t.Errorf("%d bytes, said to be %d, in %d of %d texts", bytes, c.bytes, len(c.kept), len(c.order))
	}
}
