// Package cachedir stores sealed files (see package sealed) in a folder that the processes of a
// user share. It never loads, changes or removes other files.
//
// A folder becomes a cache only if the package creates it or finds it empty. It is then marked with
// a CACHEDIR.TAG. If the folder that the user names has other files, or other users can write to
// it, the cache is in a subfolder. The cache's folder, its subfolders and its files must belong to
// the user of the process, and only this user may be able to write to them, since programs loaded
// from them are executed. A file is an entry if its path is <kind>/<key>.lathe, where key is a
// hash, and its content begins like a sealed file.
package cachedir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const (
	tagFile = "CACHEDIR.TAG"
	// tag is the content of CACHEDIR.TAG. The first line is specified at
	// https://bford.info/cachedir/; it makes backup programs skip the folder. The other lines
	// distinguish the caches of Lathe from caches of other programs.
	tag = `Signature: 8a477f597d28d172789f06886806bc55
# Lathe created this folder for compiled programs, and may remove those of them
# that were not used for long. The folder can be removed at any time.
`
	// subfolder is the name of the cache's folder in a folder that cannot itself be a cache.
	subfolder = "lathe-cache"
)

// Dir is an open cache. Its methods are safe for concurrent use, even by several processes.
type Dir struct {
	root *os.Root
	path string
}

// Path returns the folder of the entries.
func (d *Dir) Path() string { return d.path }

// Close releases the folder.
func (d *Dir) Close() error { return d.root.Close() }

// Open opens the cache that Create created in dir. If there is none, the error is fs.ErrNotExist.
func Open(dir string) (*Dir, error) {
	d, _, err := open(dir, false)
	return d, err
}

// Create opens the cache in dir, and creates it if there is none. If dir has other files, or if
// other users can write to dir, the cache is in a subfolder. moved reports that this call created
// the subfolder.
func Create(dir string) (d *Dir, moved bool, err error) { return open(dir, true) }

// Moved returns the warning for a cache that is in a subfolder of the folder that the user named.
func Moved(dir string, d *Dir) error {
	return fmt.Errorf("'%s' has other files, or other users can write to it; the cache is in '%s'", dir, d.path)
}

// errOther is the error for a folder that cannot be a cache, but may have one in a subfolder.
var errOther = errors.New("has files that do not belong to a cache, or other users can write to it")

func open(dir string, create bool) (*Dir, bool, error) {
	d, _, err := openAt(dir, create, true)
	if !errors.Is(err, errOther) {
		return d, false, err
	}
	below := filepath.Join(dir, subfolder)
	d, created, err := openAt(below, create, false)
	if errors.Is(err, errOther) {
		err = fmt.Errorf("'%s' %w", below, err)
	}
	return d, created, err
}

// isAt reports whether path is the folder itself and not a link. Another user who can write to the
// parent folder could have created a link to a folder of this user.
func (d *Dir) isAt(path string) bool {
	at, err := os.Lstat(path)
	if err != nil {
		return false
	}
	opened, err := d.root.Stat(".")
	return err == nil && os.SameFile(at, opened)
}

// openAt opens the cache whose folder is path. If links is false, path must not be a link.
func openAt(path string, create, links bool) (d *Dir, created bool, err error) {
	root, err := os.OpenRoot(path)
	if errors.Is(err, fs.ErrNotExist) && create {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, false, err
		}
		if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, false, err
		}
		root, err = os.OpenRoot(path)
	}
	if err != nil {
		return nil, false, err
	}
	d = &Dir{root, path}
	if !links && !d.isAt(path) {
		root.Close()
		return nil, false, fmt.Errorf("%w: '%s' is a link", ErrNotPrivate, path)
	}
	if created, err = d.claim(create); err != nil {
		root.Close()
		return nil, false, err
	}
	return d, created, nil
}

// claim checks that the folder is a cache. If create is set, it writes the tag to a folder that is
// empty or has only an incomplete tag.
func (d *Dir) claim(create bool) (created bool, err error) {
	private := d.checkPrivate(".", fs.ModeDir)
	if d.hasTag(false) {
		return false, private
	}
	// Another process may be creating the cache. It writes the tag before all other files. So if
	// names has one of these files, the last call of hasTag below finds the tag.
	names, err := d.names(".")
	switch {
	case err != nil:
		return false, err
	case len(names) == 0 || len(names) == 1 && names[0].Name() == tagFile && d.hasTag(true):
		if private != nil {
			return false, errOther
		}
		if !create {
			return false, fs.ErrNotExist
		}
		return true, d.writeTag()
	case d.hasTag(false):
		return false, private
	}
	return false, errOther
}

// hasTag reports whether the folder has the tag of a cache of Lathe. If partial is set, the first
// bytes of the tag are enough. hasTag must not open a pipe with the name of the tag, since this
// could block.
func (d *Dir) hasTag(partial bool) bool {
	if info, err := d.root.Lstat(tagFile); err != nil || !info.Mode().IsRegular() || info.Size() > int64(len(tag)) {
		return false
	}
	text, err := d.root.ReadFile(tagFile)
	return err == nil && (string(text) == tag || partial && strings.HasPrefix(tag, string(text)))
}

// writeTag writes the tag. The file is not truncated first, since another process may be
// writing the same bytes.
func (d *Dir) writeTag() error {
	file, err := d.root.OpenFile(tagFile, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return d.at(err)
	}
	_, err = file.WriteString(tag)
	return errors.Join(err, file.Close())
}

// names returns the files and folders in a folder, sorted by name; nil if there is no such folder.
func (d *Dir) names(folder string) ([]fs.DirEntry, error) {
	file, err := d.root.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, d.at(err)
	}
	defer file.Close()
	names, err := file.ReadDir(-1)
	sort.Slice(names, func(i, j int) bool { return names[i].Name() < names[j].Name() })
	return names, err
}

// The method "at" adds the path of the cache's folder to an error that names files in that folder.
func (d *Dir) at(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && !filepath.IsAbs(p.Path) {
		return &fs.PathError{Op: p.Op, Path: filepath.Join(d.path, p.Path), Err: p.Err}
	}
	var l *os.LinkError
	if errors.As(err, &l) && !filepath.IsAbs(l.Old) {
		return &os.LinkError{Op: l.Op, Old: filepath.Join(d.path, l.Old), New: filepath.Join(d.path, l.New), Err: l.Err}
	}
	return err
}

// checkPrivate fails if the file with the given name does not have the expected type, or if another
// user could have written to it.
func (d *Dir) checkPrivate(name string, want fs.FileMode) error {
	stat, err := d.root.Lstat(name)
	if err != nil {
		return d.at(err)
	}
	if stat.Mode().Type() != want {
		return d.notEntry(name)
	}
	if why := notPrivate(stat); why != "" {
		return fmt.Errorf("%w: '%s' %s", ErrNotPrivate, filepath.Join(d.path, name), why)
	}
	return nil
}

// ErrNotPrivate is the error for a cache that another user could have written to. The cache is not
// used, since its programs would be executed.
var ErrNotPrivate = errors.New("the cache is not private")
