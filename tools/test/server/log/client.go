// An independent client of the log: Go's own packages check what the site at the given address serves.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const pairs = 200

var site string

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

func must(err error, what string) {
	if err != nil {
		fail("%s: %v", what, err)
	}
}

func get(path string) []byte {
	reply, err := http.Get(site + "/ledger/" + path)
	must(err, path)
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	must(err, path)
	if reply.StatusCode != http.StatusOK {
		fail("%s: %s %s", path, reply.Status, body)
	}
	return body
}

// tiles reads tiles at C2SP's paths, which name no height as it is always 8.
type tiles struct{ known map[tlog.Tile][]byte }

func (t *tiles) Height() int { return 8 }

func (t *tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range asked {
		if t.known[tile] == nil {
			t.known[tile] = get("tile/" + strings.TrimPrefix(tile.Path(), "tile/8/"))
		}
		data = append(data, t.known[tile])
	}
	return data, nil
}

func (t *tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func checkpoint() tlog.Tree {
	verifier, err := note.NewVerifier(strings.TrimSpace(string(get("key"))))
	must(err, "the key")
	opened, err := note.Open(get("checkpoint"), note.VerifierList(verifier))
	must(err, "the checkpoint")
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		fail("the checkpoint is of %q, its key of %q", lines[0], verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err, "the size")
	root, err := tlog.ParseHash(lines[2])
	must(err, "the root")
	return tlog.Tree{N: size, Hash: root}
}

func bundle(index, width int64) [][]byte {
	path := tlog.Tile{H: 8, L: 0, N: index, W: int(width)}.Path()
	rest := get("tile/entries/" + strings.TrimPrefix(path, "tile/8/0/"))
	var entries [][]byte
	for len(rest) > 0 {
		length := int(binary.BigEndian.Uint16(rest))
		entries = append(entries, rest[2:2+length])
		rest = rest[2+length:]
	}
	return entries
}

// included checks each entry, and that no entry with a turned bit is in its place.
func included(tree tlog.Tree, hashes tlog.HashReader) (count int64) {
	for first := int64(0); first < tree.N; first += 256 {
		width := tree.N - first
		if width > 256 {
			width = 256
		}
		for _, entry := range bundle(first/256, width) {
			proof, err := tlog.ProveRecord(tree.N, count, hashes)
			must(err, "a proof of inclusion")
			must(tlog.CheckRecord(proof, tree.N, tree.Hash, count, tlog.RecordHash(entry)), "inclusion")
			other := append([]byte{entry[0] ^ 1}, entry[1:]...)
			if tlog.CheckRecord(proof, tree.N, tree.Hash, count, tlog.RecordHash(other)) == nil {
				fail("another entry is included as entry %d", count)
			}
			count++
		}
	}
	return count
}

func served(older, newer int64) (proof tlog.TreeProof) {
	body := get(fmt.Sprintf("consistency/%d/%d", older, newer))
	if len(body) > 1500 {
		fail("a proof of consistency has %d bytes", len(body))
	}
	for _, line := range bytes.Fields(body) {
		hash, err := base64.StdEncoding.DecodeString(string(line))
		must(err, "a line of a proof")
		proof = append(proof, *(*tlog.Hash)(hash))
	}
	return proof
}

// consistent checks random pairs of trees by the client's own proofs, and by those that the site serves.
func consistent(tree tlog.Tree, hashes tlog.HashReader) {
	for pair := 0; pair < pairs; pair++ {
		newer := 1 + rand.Int63n(tree.N)
		older := 1 + rand.Int63n(newer)
		now, err := tlog.TreeHash(newer, hashes)
		must(err, "a root")
		was, err := tlog.TreeHash(older, hashes)
		must(err, "a root")
		proof, err := tlog.ProveTree(newer, older, hashes)
		must(err, "a proof of consistency")
		must(tlog.CheckTree(proof, newer, now, older, was), "consistency")
		must(tlog.CheckTree(served(older, newer), newer, now, older, was), "served consistency")
	}
}

func main() {
	site = os.Args[1]
	tree := checkpoint()
	hashes := tlog.TileHashReader(tree, &tiles{known: map[tlog.Tile][]byte{}})
	entries := included(tree, hashes)
	if entries != tree.N {
		fail("the bundles have %d entries of %d", entries, tree.N)
	}
	consistent(tree, hashes)
	fmt.Printf("%d entries included, %d pairs consistent\n", entries, pairs)
}
