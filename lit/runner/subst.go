package runner

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// substitutions is a list of substitutions. If the keys of several substitutions match, the
// substitution with the longest key is used.
type substitutions []Substitution

// fileSubstitutions returns the substitutions that every test has.
func fileSubstitutions(path, temp string) substitutions {
	dir, base := filepath.Dir(path), filepath.Base(path)
	tmp := filepath.Join(temp, base+".tmp")
	subs := substitutions{
		{"%s", path}, {"%S", dir}, {"%p", dir}, {"%t", tmp}, {"%T", temp},
		{"%basename_t", base + ".tmp"}, {"%{pathsep}", string(filepath.ListSeparator)},
		{"%{fs-sep}", string(filepath.Separator)}, {"%{s:basename}", base},
		{"%{s:stem}", strings.TrimSuffix(base, filepath.Ext(base))}, {"%{t:stem}", strings.TrimSuffix(tmp, ".tmp")},
	}
	for _, key := range []string{"s", "S", "p", "t", "T"} {
		i := slices.IndexFunc(subs, func(s Substitution) bool { return s.Key == "%"+key })
		subs = append(subs, Substitution{"%/" + key, filepath.ToSlash(subs[i].Value)})
	}
	// Values are expanded, so each '%' of a path is written as "%%".
	for i := range subs {
		subs[i].Value = strings.ReplaceAll(subs[i].Value, "%", "%%")
	}
	return subs
}

// maxDepth is the largest depth of definitions that use other definitions.
const maxDepth = 32

// expand replaces all keys in text, recursively.
func (s substitutions) expand(text string) (string, error) { return s.expandAt(text, 0) }

func (s substitutions) expandAt(text string, depth int) (string, error) {
	if depth > maxDepth {
		return "", fmt.Errorf("substitutions contain themselves: %s", text)
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 {
			b.WriteString(text)
			return b.String(), nil
		}
		b.WriteString(text[:i])
		text = text[i:]
		if strings.HasPrefix(text, "%%") {
			b.WriteByte('%')
			text = text[2:]
			continue
		}
		best, found := s.longest(text)
		if !found {
			b.WriteByte('%')
			text = text[1:]
			continue
		}
		value, err := s.expandAt(best.Value, depth+1)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		text = text[len(best.Key):]
	}
}

// longest returns the substitution with the longest key at the start of text.
func (s substitutions) longest(text string) (best Substitution, found bool) {
	for _, sub := range s {
		if strings.HasPrefix(text, sub.Key) && len(sub.Key) > len(best.Key) {
			best, found = sub, true
		}
	}
	return best, found
}

// define handles "DEFINE: %{name}=value" and REDEFINE. The value is expanded where it is used.
func (s *substitutions) define(keyword, text string) error {
	key, value, ok := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	if !ok || !strings.HasPrefix(key, "%{") || !strings.HasSuffix(key, "}") {
		return fmt.Errorf("%s: expected %%{name}=value, but got %q", keyword, text)
	}
	value = strings.TrimSpace(value)
	i := slices.IndexFunc(*s, func(sub Substitution) bool { return sub.Key == key })
	switch {
	case keyword == "DEFINE" && i >= 0:
		return fmt.Errorf("DEFINE: %s exists already: use REDEFINE to change it", key)
	case keyword == "REDEFINE" && i < 0:
		return fmt.Errorf("REDEFINE: there is no %s", key)
	case i >= 0:
		*s = slices.Clone(*s)
		(*s)[i].Value = value
	default:
		*s = append(*s, Substitution{key, value})
	}
	return nil
}
